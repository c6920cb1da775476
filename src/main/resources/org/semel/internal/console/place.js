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

const KEPT = 'semel.place';

/** Keeps the place over a login: no form and no provider hands back what stands behind '#'. */
export function keepPlace() {
  try {
    sessionStorage.setItem(KEPT, location.hash);
  } catch {
    // the browser keeps nothing; the overview opens after the login
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
