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
