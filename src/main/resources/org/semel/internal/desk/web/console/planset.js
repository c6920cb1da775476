// SPDX-License-Identifier: Apache-2.0
// What a plan is made of: by what it was chosen, what stands alike in it, and item by item.

import { el } from './dom.js';
import { look } from './api.js';
import { facts, nextLink, table } from './list.js';
import { identityLink, linkTo } from './links.js';
import { count, foreign, moment, visible } from './text.js';

export async function readSet(id, params, signal) {
  const [contents, items] = await Promise.all([look('planContents', { id }, signal), look('planItems', { id, ...params }, signal)]);
  return { contents, items };
}

/** Who approves decides on this, and a digest alone says nothing of it. */
export function drawSet(steps, { outcome }, { contents, items }) {
  const { selection, groups, changed, first, last } = contents;
  return [
    el('h2', {}, 'What it is made of'),
    facts([
      ['Chosen by', words({ ...selection.which, ...selection.kept }) || 'nothing: all that was there'],
      ['At most', String(selection.most)],
      ['Changed since', changed > 0 ? `${count(changed, 'item')}: when its turn comes it is gone for this plan` : null],
      ['First', first && nameOf(first)],
      ['Last', last && nameOf(last)],
    ]),
    table({
      caption: 'What stands alike, as it stands now, the largest first',
      columns: ['Outcome', 'Reason', 'Failure', 'Items'],
      rows: groups.map(({ outcome: of, reason, group, rows }) => ({
        key: `group ${of} ${reason ?? ''} ${group ?? ''}`,
        cells: [linkTo(steps, { outcome: of }, of), orDash(reason), orDash(group), rows],
      })),
      empty: 'Its items are not kept any more.',
    }),
    table({
      caption: [`${count(items.items.length, 'item')} on this page, in the order of the plan`, outcome ? [', of outcome ', foreign(outcome)] : '', items.next ? '; there are more' : ''],
      columns: ['Place', 'Which', 'Identity', 'Reason', 'Failure', 'Outcome', 'Done'],
      rows: items.items.map((item) => ({
        key: `item ${item.ordinal}`,
        cells: [item.ordinal + 1, nameOf(item), identityLink(item.identity), orDash(item.reason), orDash(item.group), foreign(item.outcome), moment(item.settled)],
      })),
      empty: 'No item of this plan is like that.',
    }),
    outcome ? el('p', {}, linkTo(steps, {}, 'All items')) : null,
    nextLink(items, steps),
  ];
}

function nameOf({ message, intent }) {
  return intent ? linkTo(['intents', intent], {}, `intent ${intent}`) : foreign(`message ${message}`);
}

function orDash(text) {
  return text ? foreign(text) : '–';
}

// Of what a plan can be chosen by only that which was said; the largest number stands for no end.
function words(said) {
  return Object.entries(said)
    .map(([name, value]) => [name, typeof value === 'object' && !Array.isArray(value) ? words(value) : visible([].concat(value).join(', '))])
    .filter(([name, value]) => value !== '' && said[name] !== null && !(said[name] > Number.MAX_SAFE_INTEGER))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
