// SPDX-License-Identifier: Apache-2.0
// External effects that wait for a person.

import { el } from './dom.js';
import { look, me } from './api.js';
import { Screen } from './screen.js';
import { button, choice, filterOf, nextLink, table } from './list.js';
import { identityLink, linkTo } from './links.js';
import { age, count, foreign, moment, secondsOf, visible } from './text.js';
import { delivered, retry, withdrawIntent } from './intent.js';
import { askToFreeze, filtered, filterWords } from './freeze.js';
import { mayAct } from './roles.js';

const MOST_GROUPS = 500;

const REASONS = ['OUTCOME_UNKNOWN', 'REFUSED', 'ATTEMPTS_EXHAUSTED'];

export class Intents extends Screen {
  heading() {
    return 'Parked intents';
  }

  filter() {
    const { params } = this.place;
    return filterOf(this.place, ['intents'], [
      ['destination', 'Destination', el('input', { maxlength: 200 })],
      ['reason', 'Reason', choice(REASONS, params.reason, 'any')],
      ['group', 'Last answer', groupsOf(params)],
      ['since', 'Since (UTC)', el('input', { placeholder: '2026-11-23T07:30:00Z', maxlength: 40 })],
      ['until', 'Until (UTC)', el('input', { placeholder: '2026-11-23T08:00:00Z', maxlength: 40 })],
      ['text', 'In the answer (semel-payload)', el('input', { maxlength: 200 })],
      ['keys', 'Keys of identities, one a line', el('textarea', { rows: 1 })],
    ]);
  }

  async read(signal) {
    const user = await me();
    return this.place.params.destination
      ? { user, page: await look('intents', this.place.params, signal) }
      : { choose: await Promise.all([look('backlog', {}, signal), look('intentGroups', { limit: MOST_GROUPS }, signal)]) };
  }

  draw({ user, page, choose }) {
    if (choose) {
      const [{ intents }, { items }] = choose;
      return [chooseGroup(items), chooseOne(intents)];
    }
    const acts = mayAct(user);
    return [
      acts && page.items.length > 0
        ? el('p', { class: 'buttons' }, [
            button('Freeze a plan to retry these', 'f', () => this.freeze('RETRY_INTENTS', 'sent again')),
            button('Freeze a plan to withdraw these', undefined, () => this.freeze('WITHDRAW_INTENTS', 'withdrawn')),
            button('Freeze a plan: all were delivered', undefined, () => this.freeze('DELIVER_INTENTS', 'recorded as delivered')),
          ])
        : null,
      table({
        caption: [`${count(page.items.length, 'intent')} to `, foreign(this.place.params.destination), ` on this page, recorded first to last${page.next ? '; there are more' : ''}`],
        columns: ['Intent', 'Of identity', 'Reason', 'Last answer', 'Attempts', 'Recorded', 'Acts'],
        rows: page.items.map((item) => this.row(item, acts)),
        empty: 'No intent waits that matches this filter.',
      }),
      nextLink(page, ['intents']),
    ];
  }

  row(item, acts) {
    const { key, cause, address, answers, recorded } = item;
    const then = () => this.load();
    return {
      key: `intent ${key}`,
      cells: [
        linkTo(['intents', key], {}, address.name ?? key),
        identityLink(cause),
        answers.reason ? foreign(answers.reason) : '–',
        answers.last ? foreign(answers.last) : '–',
        answers.attempts,
        moment(recorded),
        acts
          ? [button('Retry', 'r', () => retry(item, then)), ' ', button('Withdraw', 'w', () => withdrawIntent(item, then)), ' ', button('Delivered', 'd', () => delivered(item, then))]
          : '–',
      ],
    };
  }

  freeze(source, word) {
    const { destination } = this.place.params;
    askToFreeze(
      `Freeze a plan of destination ${visible(destination)}`,
      `All parked intents${filterWords(this.place.params)}: those of all pages, the oldest first. When the plan is started they are ${word}.`,
      { owner: destination, source, ...filtered(this.place.params) },
    );
  }
}

/** What was answered alike, by the destination that is chosen. */
function groupsOf({ destination, group }) {
  const groups = choice([], group, 'any');
  if (destination) {
    look('intentGroups', { destination, limit: MOST_GROUPS }).then(
      ({ items }) => {
        const others = new Set(items.map((item) => item.group).filter((other) => other && other !== group));
        groups.append(...[...others].map((other) => el('option', { value: other }, visible(other))));
      },
      () => {}, // the screen itself says why
    );
  }
  return groups;
}

function chooseGroup(groups) {
  const all = groups.length === MOST_GROUPS ? `; the ${MOST_GROUPS} largest groups` : '';
  return table({
    caption: `Parked intents to all destinations of this database, by what was answered alike${all}`,
    columns: ['Destination', 'Reason', 'Last answer', 'Intents', 'The oldest', 'The latest'],
    rows: groups.map(({ destination, reason, group, rows, oldest, latest }) => ({
      key: `${destination} ${reason ?? ''} ${group ?? ''}`,
      cells: [
        linkTo(['intents'], { destination }, destination),
        reason ? linkTo(['intents'], { destination, reason }, reason) : '–',
        group ? linkTo(['intents'], { destination, reason, group }, group) : '–',
        rows,
        age(secondsOf(oldest)),
        age(secondsOf(latest)),
      ],
    })),
    empty: 'No intent waits for a person in this database.',
  });
}

function chooseOne(piles) {
  return table({
    caption: 'Intents of all destinations of this database that wait',
    columns: ['Destination', 'State', 'Intents'],
    rows: piles.map(({ owner, state, rows }) => ({ key: `${owner} ${state}`, cells: [linkTo(['intents'], { destination: owner }, owner), foreign(state), rows] })),
    empty: 'No intent waits in this database.',
  });
}
