// SPDX-License-Identifier: Apache-2.0
// Which consumer a list is of.

import { el } from './dom.js';
import { look } from './api.js';
import { choice, table } from './list.js';
import { linkTo } from './links.js';
import { foreign, visible } from './text.js';

/** A choice among the consumers of the database; they come when the API has said them. */
export function consumerChoice(chosen) {
  const consumers = choice([], chosen, 'choose');
  look('consumers').then(
    ({ items }) => consumers.append(...items.filter(({ name }) => name !== chosen).map(({ name }) => el('option', { value: name }, visible(name)))),
    () => {}, // the screen itself says why
  );
  return consumers;
}

/** All of them, each with a link to the list of what is its own. */
export function consumerTable({ items, databaseSilent }, step) {
  return table({
    caption: databaseSilent ? 'Consumers of this node, as the database does not answer' : 'Consumers of this database',
    columns: ['Consumer', 'Identified by'],
    rows: items.map(({ name, rule }) => ({ key: name, cells: [linkTo([step], { consumer: name }, name), rule ? foreign(rule) : databaseSilent ? 'not known' : 'the route'] })),
    empty: 'No consumer has ever started with this database.',
  });
}
