// SPDX-License-Identifier: Apache-2.0
// What a consumer's policy shows of a body to everybody who may look.

import { el } from './dom.js';
import { facts } from './list.js';
import { foreign } from './text.js';

/** The fields of a body under a heading, if its consumer shows any. */
export function fieldsOf({ shown }) {
  return shown && el('section', { 'aria-label': 'Fields' }, el('h2', {}, 'Fields of the body'), fieldFacts({ shown }));
}

/** The same without a heading. */
export function fieldFacts({ shown }) {
  if (!shown) {
    return null;
  }
  if (shown.is !== 'AllowedFields') {
    return el('p', {}, shown.why === 'NOT_JSON' ? 'The body is no JSON, or ambiguous: no field is shown.' : 'The body was not read: no field is shown.');
  }
  const rows = shown.fields.map(({ at, text, isWhole }) => [foreign(at), [foreign(text), isWhole ? null : ' (a part)']]);
  return [
    rows.length === 0 ? el('p', {}, 'It has none of the fields that the policy shows.') : facts(rows),
    shown.isComplete ? null : el('p', {}, 'It has more of them than are shown.'),
  ];
}
