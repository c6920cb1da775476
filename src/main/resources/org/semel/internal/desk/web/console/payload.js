// SPDX-License-Identifier: Apache-2.0
// Headers and a body, for who may read payload and has said why.

import { el } from './dom.js';
import { ask } from './act.js';
import { button, facts } from './list.js';
import { foreign, visible } from './text.js';
import { mayRead } from './roles.js';

const LONGEST_BODY = 100000;

/** What a user presses who may read the payload of an item; opened gets it. */
export function reading(user, { name, of, values }, opened) {
  const open = () =>
    ask({
      name,
      title: `Read the payload of ${of}`,
      says: ['The audit keeps who read it, and why.'],
      values,
      done: (answer) => {
        opened(answer);
        return `The payload of ${of} was read.`;
      },
    });
  return mayRead(user) ? button('Read the payload', 'b', open) : null;
}

/** All of it, behind what is said of it first. */
export function payload({ headers, body }, ...first) {
  const text = body.text ?? body.base64;
  return el(
    'section',
    { 'aria-label': 'Payload' },
    ...first,
    el('h2', {}, 'Headers'),
    facts(Object.entries(headers).map(([name, value]) => [foreign(name), foreign(value)])),
    el('h2', {}, body.base64 ? 'Body, in Base64' : 'Body'),
    quoted(text ?? (body.size ? 'The body is larger than can be shown.' : '')),
  );
}

/** Text from outside, line by line as it came. */
export function quoted(text) {
  return el('pre', { tabindex: 0 }, visible(text, LONGEST_BODY));
}
