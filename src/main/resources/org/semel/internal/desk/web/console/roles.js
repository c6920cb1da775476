// SPDX-License-Identifier: Apache-2.0
// What the one who is logged in may do. The API decides; this only leaves out what it would refuse.

export function mayAct({ roles }) {
  return roles.includes('OPERATOR') || roles.includes('ADMIN');
}

export function mayGiveUp({ roles }) {
  return roles.includes('ADMIN');
}

export function mayRead({ roles }) {
  return roles.includes('PAYLOAD');
}

export function mayApprove({ roles }) {
  return roles.includes('APPROVER');
}

/** What a user sees who does not see everything: names of consumers and destinations. */
export function partOf({ roles, scopes = [] }) {
  const looking = roles.filter((role) => ['VIEWER', 'OPERATOR', 'ADMIN'].includes(role));
  const parts = looking.map((role) => scopes.find((scope) => scope.role === role));
  return parts.includes(undefined) ? [] : [...new Set(parts.flatMap(({ consumers, destinations }) => [...consumers, ...destinations]))];
}
