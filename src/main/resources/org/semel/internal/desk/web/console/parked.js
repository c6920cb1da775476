// SPDX-License-Identifier: Apache-2.0
// Messages that wait for a person.

import { el, show } from './dom.js';
import { look, me } from './api.js';
import { Screen } from './screen.js';
import { button, choice, filterOf, nextLink, period, table } from './list.js';
import { consumerChoice } from './consumers.js';
import { identityLink, linkTo } from './links.js';
import { age, count, foreign, moment, secondsOf, visible } from './text.js';
import { release, withdraw } from './case.js';
import { askToFreeze, filtered, filterWords } from './freeze.js';
import { mayAct } from './roles.js';

const MOST_GROUPS = 500;

const REASONS = [
  'NO_IDENTITY', 'IDENTITY_INVALID', 'NOT_JSON', 'NOT_TEXT', 'TYPE_REFUSED', 'UNREADABLE', 'HEADERS_REFUSED', 'BODY_TOO_LARGE', 'CONFLICT',
  'OUT_OF_TIME', 'EXPIRED', 'ATTEMPTS_EXHAUSTED', 'TERMINAL_FAILURE', 'SET_ASIDE', 'GAP', 'DELIVERIES_EXHAUSTED', 'DEAD_LETTERED',
];

export class Parked extends Screen {
  #user = { roles: [] };

  heading() {
    return 'Parked messages';
  }

  filter() {
    const { params } = this.place;
    return filterOf(this.place, ['parked'], [
      ['consumer', 'Consumer', consumerChoice(params.consumer)],
      ['reason', 'Reason', choice(REASONS, params.reason, 'any')],
      ['group', 'Failure', groupsOf(params)],
      ...period(),
      ['text', 'In the failure (semel-payload)', el('input', { maxlength: 200 })],
      ['keys', 'Keys, one a line', el('textarea', { rows: 1 })],
      ['messageId', 'JMSMessageID', el('input', { maxlength: 200 })],
    ]);
  }

  async read(signal) {
    this.#user = await me();
    return this.place.params.consumer ? look('parked', this.place.params, signal) : { choose: await look('failureGroups', { limit: MOST_GROUPS, after: this.place.params.after }, signal) };
  }

  draw(page) {
    if (page.choose) {
      return [chooseOne(page.choose), nextLink(page.choose, ['parked'])];
    }
    const { consumer } = this.place.params;
    const acts = mayAct(this.#user);
    const more = page.next ? '; there are more' : '';
    return [
      acts && page.items.length > 0 ? el('p', {}, button('Freeze what this filter shows as a plan', 'f', () => this.freeze())) : null,
      this.ticks(),
      table({
        caption: [`${count(page.items.length, 'message')} of consumer `, foreign(consumer), ` on this page, the longest waiting first${more}`],
        columns: ['Number', 'Identity', 'Reason', 'Failure', 'Since', 'Failed releases', 'Acts'],
        rows: page.items.map((item) => this.row(item, acts)),
        empty: 'Nothing waits that matches this filter.',
      }),
      nextLink(page, ['parked']),
    ];
  }

  row(item, acts) {
    const { id, evidence, cause, standing } = item;
    const tick = el('input', { type: 'checkbox', 'data-tick': id, 'aria-label': `Tick ${id}`, on: { change: () => this.ticked() } });
    return {
      key: `parked ${id}`,
      cells: [
        [linkTo(['parked', id], {}, id), ' ', tick],
        identityLink(evidence.identity),
        foreign(cause.reason),
        cause.group ? foreign(cause.group) : '–',
        moment(standing.since),
        standing.failures,
        acts ? [
          button('Release', 'r', () => release(item, ({ is }) => this.settled(id, is === 'Planned' ? 'planned' : 'released'))),
          ' ',
          button('Withdraw', 'w', () => withdraw(item, () => this.settled(id, 'withdrawn'))),
        ] : '–',
      ],
    };
  }

  /** What is ticked, to be copied into a ticket; the page stays as it is meanwhile. */
  ticks() {
    return el('p', { class: 'ticks', hidden: true });
  }

  ticked() {
    const numbers = [...this.querySelectorAll('input[data-tick]:checked')].map((tick) => tick.dataset.tick);
    const line = this.querySelector('.ticks');
    line.hidden = numbers.length === 0;
    show(line, `${numbers.length} ticked: ${numbers.join(', ')}. `, el('button', { type: 'button', on: { click: () => this.untick() } }, 'Untick all'));
  }

  untick() {
    this.querySelectorAll('input[data-tick]:checked').forEach((tick) => {
      tick.checked = false;
    });
    this.ticked();
    this.querySelector('[data-first]')?.focus();
  }

  freeze() {
    const { consumer } = this.place.params;
    askToFreeze(
      `Freeze a plan of consumer ${visible(consumer)}`,
      `All parked messages of the consumer${filterWords(this.place.params)}: those of all pages, the oldest first. Nothing is released yet.`,
      { owner: consumer, source: 'PARKED', ...filtered(this.place.params) },
    );
  }

  /** A row that was acted on says so, as the page is not read again while something is ticked. */
  settled(id, word) {
    const row = [...this.querySelectorAll('tr[data-row]')].find((node) => node.dataset.row === `parked ${id}`);
    if (row) {
      show(row.lastElementChild, word);
    }
    this.load();
  }
}

/** What failed alike, of the consumer that is chosen. */
function groupsOf({ consumer, group }) {
  const groups = choice([], group, 'any');
  if (consumer) {
    look('failureGroups', { consumer, limit: MOST_GROUPS }).then(
      ({ items }) => {
        const others = new Set(items.map((item) => item.group).filter((other) => other && other !== group));
        groups.append(...[...others].map((other) => el('option', { value: other }, visible(other))));
      },
      () => {}, // the screen itself says why
    );
  }
  return groups;
}

/** A later version may have parked for a reason of its own, for which no one can ask here. */
function known(reason) {
  return REASONS.includes(reason) ? { reason } : {};
}

function chooseOne({ items: groups, next }) {
  const all = next ? '; there are more, smaller groups' : '';
  return table({
    caption: `Parked messages of all consumers of this database, by what failed alike${all}`,
    columns: ['Consumer', 'Reason', 'Failure', 'Messages', 'The oldest', 'The latest'],
    rows: groups.map(({ consumer, reason, group, rows, oldest, latest }) => ({
      key: `${consumer} ${reason} ${group ?? ''}`,
      cells: [
        linkTo(['parked'], { consumer }, consumer),
        linkTo(['parked'], { consumer, ...known(reason) }, reason),
        group ? linkTo(['parked'], { consumer, ...known(reason), group }, group) : '–',
        rows,
        age(secondsOf(oldest)),
        age(secondsOf(latest)),
      ],
    })),
    empty: 'No message waits for a person in this database.',
  });
}
