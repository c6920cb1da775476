// SPDX-License-Identifier: Apache-2.0
// Links to what the API names.

import { el } from './dom.js';
import { decoded, hashOf } from './place.js';
import { foreign } from './text.js';

export function linkTo(steps, params, text) {
  return el('a', { href: hashOf(steps, params) }, foreign(text));
}

/** The dossier of an identity. */
export function identityLink(identity) {
  return identity ? linkTo(['identity'], { consumer: identity.consumer, key: identity.key }, identity.key) : 'no identity';
}

/** What the audit names, such as `parked 17`. */
export function subjectLink(subject) {
  const [, what, which] = /^(parked|plan|intent|kept) (\S+)$/.exec(subject) ?? [];
  const step = { parked: 'parked', plan: 'plans', intent: 'intents', kept: 'kept' }[what];
  return step ? linkTo([step, which], {}, subject) : foreign(subject);
}

/** Where the API shows what was found, as a place of the console; none if it has no screen. */
export function placeOfTarget(target) {
  const [path, query = ''] = target.split(/\?(.*)/s);
  const params = Object.fromEntries(new URLSearchParams(query));
  const [, first, second] = path.split('/');
  if (second !== undefined) {
    return ['parked', 'kept', 'plans', 'intents'].includes(first) ? { steps: [first, decoded(second)], params } : undefined;
  }
  const step = { __proto__: null, identities: 'identity', aggregates: 'gaps' }[first];
  return step ? { steps: [step], params } : undefined;
}
