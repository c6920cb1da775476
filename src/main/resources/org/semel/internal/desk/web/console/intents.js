// SPDX-License-Identifier: Apache-2.0
// External effects: those that wait for a person, and those in every other state.

import { el } from './dom.js';
import { look, me } from './api.js';
import { Screen } from './screen.js';
import { button, choice, filterOf, nextLink, period, table } from './list.js';
import { identityLink, linkTo } from './links.js';
import { age, count, foreign, moment, secondsOf, visible } from './text.js';
import { delivered, retry, tookEffect, withdrawIntent } from './intent.js';
import { askToFreeze, filtered, filterWords } from './freeze.js';
import { mayAct } from './roles.js';

const MOST_GROUPS = 500;

const REASONS = ['OUTCOME_UNKNOWN', 'REFUSED', 'ATTEMPTS_EXHAUSTED'];

// What a list of each state is called, how it is sorted, and whether its intents came to their end.
const STATES = {
  PENDING: { order: 'the longest due first', ended: false },
  LEASED: { order: 'by the end of their leases', ended: false },
  PARKED: { order: 'recorded first to last', ended: false },
  DELIVERED: { order: 'the latest first', ended: true },
  WITHDRAWN: { order: 'the latest first', ended: true },
};

function stateOf({ state }) {
  return Object.hasOwn(STATES, state ?? '') ? state : 'PARKED';
}

export class Intents extends Screen {
  heading() {
    const state = stateOf(this.place.params);
    return `${state.charAt(0)}${state.slice(1).toLowerCase()} intents`;
  }

  filter() {
    const { params } = this.place;
    const parked = stateOf(params) === 'PARKED';
    return filterOf(this.place, ['intents'], [
      ['destination', 'Destination', el('input', { maxlength: 200 })],
      ['state', 'State', choice(Object.keys(STATES).filter((state) => state !== 'PARKED'), params.state, 'PARKED')],
      parked ? ['reason', 'Reason', choice(REASONS, params.reason, 'any')] : ['uncertain', 'Took effect', choice(['true'], params.uncertain, 'any')],
      ['group', 'Last answer', parked ? groupsOf(params) : el('input', { maxlength: 500 })],
      ...period(),
      ...(parked ? [['text', 'In the answer (semel-payload)', el('input', { maxlength: 200 })]] : []),
      ['keys', 'Keys of identities, one a line', el('textarea', { rows: 1 })],
    ]);
  }

  async read(signal) {
    const user = await me();
    return this.place.params.destination
      ? { user, page: await look('intents', this.place.params, signal) }
      : { choose: await Promise.all([look('backlog', {}, signal), look('intentGroups', { limit: MOST_GROUPS, after: this.place.params.after }, signal)]) };
  }

  draw({ user, page, choose }) {
    if (choose) {
      const [{ intents }, groups] = choose;
      return [chooseGroup(groups), nextLink(groups, ['intents']), chooseOne(intents)];
    }
    const state = stateOf(this.place.params);
    return state === 'PARKED' ? this.parked(user, page) : this.others(user, page, state);
  }

  parked(user, page) {
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

  others(user, page, state) {
    const { order, ended } = STATES[state];
    const acts = mayAct(user) && !ended;
    // A plan is of what its list shows, and cannot be narrowed to what is in question.
    const plans = acts && state === 'PENDING' && page.items.length > 0 && !this.place.params.uncertain;
    return [
      plans
        ? el('p', { class: 'buttons' }, [
            button('Freeze a plan to send these now', 'f', () => this.freeze('RETRY_PENDING_INTENTS', 'sent now')),
            button('Freeze a plan to withdraw these', undefined, () => this.freeze('WITHDRAW_PENDING_INTENTS', 'withdrawn')),
          ])
        : null,
      table({
        caption: [`${count(page.items.length, `${state.toLowerCase()} intent`)} to `, foreign(this.place.params.destination), ` on this page, ${order}${page.next ? '; there are more' : ''}`],
        columns: ['Intent', 'Of identity', 'Last answer', 'Attempts', 'Recorded', ended ? 'Settled' : 'Due', 'Took effect', 'Acts'],
        rows: page.items.map((item) => this.otherRow(item, ended, acts)),
        empty: `No intent is ${state.toLowerCase()} that matches this filter.`,
      }),
      nextLink(page, ['intents']),
    ];
  }

  row(item, acts) {
    const { key, cause, address, answers, recorded } = item;
    return {
      key: `intent ${key}`,
      cells: [
        linkTo(['intents', key], {}, address.name ?? key),
        identityLink(cause),
        answers.reason ? foreign(answers.reason) : '–',
        answers.last ? foreign(answers.last) : '–',
        answers.attempts,
        moment(recorded),
        acts ? this.acts(item) : '–',
      ],
    };
  }

  otherRow(item, ended, acts) {
    const { key, cause, address, answers, recorded } = item;
    return {
      key: `intent ${key}`,
      cells: [
        linkTo(['intents', key], {}, address.name ?? key),
        identityLink(cause),
        answers.last ? foreign(answers.last) : '–',
        answers.attempts,
        moment(recorded),
        moment(ended ? answers.settled : answers.sending?.due),
        tookEffect(item),
        acts ? this.acts(item) : '–',
      ],
    };
  }

  acts(item) {
    const then = () => this.load();
    return [button('Retry', 'r', () => retry(item, then)), ' ', button('Withdraw', 'w', () => withdrawIntent(item, then)), ' ', button('Delivered', 'd', () => delivered(item, then))];
  }

  freeze(source, word) {
    const { destination } = this.place.params;
    askToFreeze(
      `Freeze a plan of destination ${visible(destination)}`,
      `All ${stateOf(this.place.params).toLowerCase()} intents${filterWords(this.place.params)}: those of all pages. When the plan is started they are ${word}.`,
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

function chooseGroup({ items: groups, next }) {
  const all = next ? '; there are more, smaller groups' : '';
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
    rows: piles.map(({ owner, state, rows }) => ({ key: `${owner} ${state}`, cells: [linkTo(['intents'], { destination: owner }, owner), linkTo(['intents'], { destination: owner, state: String(state).toUpperCase() }, state), rows] })),
    empty: 'No intent waits in this database.',
  });
}
