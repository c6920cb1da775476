// SPDX-License-Identifier: Apache-2.0
// Tables, filters and pages of them.

import { el } from './dom.js';
import { nextOf } from './api.js';
import { hashOf, go } from './place.js';
import { visible } from './text.js';

/**
 * A table whose rows are reached by keys.
 *
 * @param caption says what it is, of what, and how many
 * @param columns their names
 * @param rows each with `key`, and `cells`; the first link of a row opens it
 * @param empty said instead if there is no row
 */
export function table({ caption, columns, rows, empty }) {
  if (rows.length === 0) {
    return el('p', {}, empty);
  }
  return el(
    'table',
    {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, columns.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, rows.map(({ key, cells }) => row(key, cells, columns))),
  );
}

function row(key, cells, columns) {
  const node = el('tr', { 'data-row': key }, cells.map((cell, i) => el('td', { 'data-label': columns[i] }, cell)));
  node.querySelector('a, button')?.setAttribute('data-first', '');
  node.querySelectorAll('a, button, input').forEach((control, i) => control.setAttribute('data-focus', `${key} ${i}`));
  return node;
}

/** The link to the next page, if there is one. */
export function nextLink(page, steps) {
  const next = nextOf(page);
  return next ? el('p', {}, el('a', { href: hashOf(steps, next), 'data-key': 'n', 'data-focus': 'next' }, 'Next page')) : null;
}

/**
 * A filter whose values stand in the address.
 *
 * @param fields [name, label, element]; what an element holds comes from the place
 */
export function filterOf(place, steps, fields) {
  const controls = fields.map(([name, label, control]) => {
    control.id = `filter-${name}`;
    control.name = name;
    control.value = place.params[name] ?? '';
    return el('p', {}, el('label', { for: control.id }, label), control);
  });
  return el(
    'form',
    {
      class: 'filter',
      on: {
        submit: (event) => {
          event.preventDefault();
          // what is chosen is the text of others as it is; what is typed may have blanks around it
          go(steps, Object.fromEntries(fields.map(([name, , control]) => [name, control.localName === 'select' ? control.value : control.value.trim()])));
        },
      },
    },
    controls,
    el('p', {}, el('button', {}, 'Show')),
  );
}

/** The two fields of a filter by time. */
export function period() {
  return [
    ['since', 'Since (UTC)', el('input', { placeholder: '2026-11-23T07:30:00Z', maxlength: 40 })],
    ['until', 'Until (UTC)', el('input', { placeholder: '2026-11-23T08:00:00Z', maxlength: 40 })],
  ];
}

/** A choice among `options`; one that the address names is among them even if it is unknown. */
export function choice(options, chosen, any) {
  const all = [...new Set([...options, ...(chosen ? [chosen] : [])])];
  const select = el('select', {}, any ? el('option', { value: '' }, any) : null, all.map((option) => el('option', { value: option }, visible(option))));
  select.value = chosen ?? '';
  return select;
}

/** A button that does an act, by a key as well. */
export function button(label, key, click) {
  return el('button', { type: 'button', 'data-key': key, 'aria-keyshortcuts': key, on: { click } }, label);
}

/** Names and values. */
export function facts(pairs) {
  return el(
    'dl',
    {},
    pairs.filter(([, value]) => value !== undefined && value !== null && value !== '').map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
}
