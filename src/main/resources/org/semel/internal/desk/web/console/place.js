// SPDX-License-Identifier: Apache-2.0
// The place of the page: all that is shown follows from what stands behind '#'.

/** The place of a hash such as `#/parked/17?tab=acts`: its steps, and its parameters. */
export function placeOf(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { steps: path.split('/').filter(Boolean).map(decoded), params: Object.fromEntries(new URLSearchParams(query)) };
}

/** A step as it was before it was encoded; itself if it is not well formed. */
export function decoded(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The hash of a place; empty parameters are left out. */
export function hashOf(steps, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return `#/${steps.map(encodeURIComponent).join('/')}${query ? `?${query}` : ''}`;
}

// Of this application: others on the same host have places of their own.
const KEPT = `semel-place ${location.pathname.replace(/[^/]*$/, '')}`;

/**
 * Keeps the place over a login: no form and no provider hands back what stands behind '#'. Tells whether that is new: a
 * place that is kept still is that of a login which led back here and was not known here.
 */
export function keepPlace() {
  try {
    const before = sessionStorage.getItem(KEPT);
    if (before === null || location.hash.startsWith('#/')) {
      sessionStorage.setItem(KEPT, location.hash);
    }
    return before === null;
  } catch {
    return false; // the browser keeps nothing
  }
}

/** Goes back to the place that was kept, unless the address names one. */
export function returnToPlace() {
  try {
    const kept = sessionStorage.getItem(KEPT) ?? '';
    sessionStorage.removeItem(KEPT);
    if (kept.startsWith('#/') && location.hash === '') {
      history.replaceState(null, '', kept);
    }
  } catch {
    // the browser keeps nothing
  }
}

export function go(steps, params) {
  location.hash = hashOf(steps, params);
}
