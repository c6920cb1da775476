// SPDX-License-Identifier: Apache-2.0
// Everything by keyboard. A key acts only where no text is typed and no dialog is open.

import { el } from './dom.js';
import { openDialog } from './dialog.js';

const PLACES = {
  o: [],
  p: ['parked'],
  c: ['conflicts'],
  k: ['kept'],
  i: ['intents'],
  l: ['plans'],
  g: ['gaps'],
  t: ['in-doubt'],
  a: ['audit'],
  d: ['doctor'],
};

const LIST = [
  ['?', 'this list'],
  ['/', 'find any id'],
  ['g o', 'overview'],
  ['g p', 'parked messages'],
  ['g c', 'conflicts'],
  ['g k', 'kept messages'],
  ['g i', 'parked intents'],
  ['g l', 'plans'],
  ['g g', 'gaps'],
  ['g t', 'transactions in doubt'],
  ['g a', 'audit'],
  ['g d', 'doctor'],
  ['j, k', 'next, previous row'],
  ['Enter', 'open the row'],
  ['r', 'release the parked message, replay the kept one, retry the intent, resume what is paused'],
  ['w', 'withdraw'],
  ['b', 'read the payload; at an aggregate: set it back'],
  ['d', 'delivered, with the reference of the provider'],
  ['f', 'freeze what the filter shows as a plan'],
  ['h, v, s', 'rehearse, approve, start the plan'],
  ['p', 'pause the plan, the consumer or the destination'],
  ['e, x, y', 'set the identity aside, forget it, erase it'],
  ['l', 'declare the versions of the gap lost'],
  ['n', 'next page'],
  ['u', 'read again now; at the doctor: examine again'],
  ['z', 'pause refresh, or refresh again'],
  ['Esc', 'close a dialog'],
];

/** Listens to the keys of the whole page. */
export function onKeys({ goTo, find, pause, reload, rows, within }) {
  let before = '';
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target) || document.querySelector('dialog[open]')) {
      before = '';
      return;
    }
    const key = event.key;
    const place = before === 'g' ? PLACES[key] : undefined;
    before = before === '' && key === 'g' ? 'g' : '';
    const does = { '?': help, '/': find, z: pause, u: reload, j: () => move(rows(), 1), k: () => move(rows(), -1) }[key];
    if (place) {
      event.preventDefault();
      goTo(place);
    } else if (does) {
      event.preventDefault();
      does();
    } else if (press(key, within)) {
      event.preventDefault();
    }
  });
}

function isTyping(target) {
  return target instanceof Element && target.matches('input, textarea, select');
}

function move(rows, by) {
  const at = rows.indexOf(document.activeElement?.closest('[data-row]')?.querySelector('[data-first]'));
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

/** Presses what bears this key: in the row that has the focus, or outside of all rows. */
function press(key, within) {
  if (!/^[a-z]$/.test(key)) {
    return false;
  }
  const row = document.activeElement?.closest('[data-row]');
  const inRow = row?.querySelector(`[data-key="${key}"]:not([disabled])`);
  const outside = [...within.querySelectorAll(`[data-key="${key}"]:not([disabled])`)].find((node) => !node.closest('[data-row]'));
  const found = inRow ?? outside;
  found?.click();
  return found !== null && found !== undefined;
}

/** Shows all keys. */
export function help() {
  const close = el('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close');
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'keys-title' },
    el('h2', { id: 'keys-title' }, 'Keys'),
    el('dl', { class: 'keys' }, LIST.map(([key, meaning]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, meaning)])),
    el('p', {}, close),
  );
  openDialog(dialog, close);
}
