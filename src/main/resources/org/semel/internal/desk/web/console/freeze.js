// SPDX-License-Identifier: Apache-2.0
// A plan fixes a set: its number and digest stand on its screen before anything is done to it.

import { ask } from './act.js';
import { go } from './place.js';
import { count, visible } from './text.js';

/** What a list can be narrowed by, and the words for it. */
const FILTERS = [['reason', 'reason'], ['group', 'failure'], ['since', 'since'], ['until', 'until'], ['text', 'text'], ['keys', 'keys'], ['messageId', 'JMSMessageID'], ['type', 'event type']];

/** All of a filter, so that a plan is of what its list shows and of nothing else. */
export function filtered(params) {
  return Object.fromEntries(FILTERS.filter(([name]) => params[name]).map(([name]) => [name, params[name]]));
}

/** The same for a person. */
export function filterWords(params) {
  const words = FILTERS.filter(([name]) => params[name]).map(([name, word]) => `${word} ${visible(params[name].split('\n').join(', '))}`);
  return words.length ? ` with ${words.join(', ')}` : '';
}

/** Asks how many and how fast, freezes the plan, and shows it. */
export function askToFreeze(title, says, values) {
  ask({
    name: 'freeze',
    title,
    says: [says],
    fields: [
      ['most', 'At most', { type: 'number', min: 1, max: 100000, value: 1000, required: true }],
      ['rate', 'A second', { type: 'number', min: 1, max: 1000, value: 10, required: true }],
      ['errorShare', 'Stop when more than this percentage fails', { type: 'number', min: 0, max: 100, value: 5, required: true }],
    ],
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value)),
    done: ({ plan }) => {
      go(['plans', plan.id]);
      return `Plan ${plan.id} is frozen: ${count(plan.progress.size, 'item')}, digest ${plan.progress.digest}. Nothing has started.`;
    },
  });
}
