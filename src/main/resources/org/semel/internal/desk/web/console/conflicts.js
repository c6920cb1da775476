// SPDX-License-Identifier: Apache-2.0
// Messages whose identity is remembered with another body, which took effect or is parked itself: what came, beside that.

import { el } from './dom.js';
import { look, me } from './api.js';
import { Screen } from './screen.js';
import { button, nextLink, table } from './list.js';
import { identityLink, linkTo } from './links.js';
import { age, count, foreign, moment, secondsOf } from './text.js';
import { withdraw } from './case.js';
import { mayAct } from './roles.js';

const REASON = 'CONFLICT';

export class Conflicts extends Screen {
  heading() {
    return 'Conflicts';
  }

  async read(signal) {
    const { params } = this.place;
    if (!params.consumer) {
      return { choose: await look('backlog', {}, signal) };
    }
    const [user, page] = await Promise.all([me(), look('parked', { ...params, reason: REASON }, signal)]);
    return { user, page };
  }

  draw({ user, page, choose }) {
    if (choose) {
      return byConsumer(choose.messages.filter(({ state }) => state === REASON));
    }
    const { consumer } = this.place.params;
    return [
      table({
        caption: [`${count(page.items.length, 'conflict')} of consumer `, foreign(consumer), ` on this page, the longest waiting first${page.next ? '; there are more' : ''}`],
        columns: ['Number', 'Identity', 'Remembered since', 'Its body', 'Came', 'This body', 'From', 'Acts'],
        rows: page.items.map((item) => this.row(item, user)),
        empty: 'No message of this consumer conflicts with what is remembered.',
      }),
      nextLink(page, ['conflicts']),
      whatToDo(),
    ];
  }

  row(item, user) {
    const { id, evidence, message, standing } = item;
    return {
      key: `conflict ${id}`,
      cells: [
        linkTo(['parked', id], {}, id),
        identityLink(evidence.identity),
        moment(evidence.conflict?.at),
        evidence.conflict ? digest(evidence.conflict.recorded) : '–',
        moment(standing.since),
        evidence.offered ? digest(evidence.offered) : '–',
        foreign(message.origin.destination),
        mayAct(user) ? button('Withdraw', 'w', () => withdraw(item, () => this.load())) : '–',
      ],
    };
  }
}

/** Enough of a fingerprint to tell two apart; all of it stands on the message's own screen. */
function digest(fingerprint) {
  return foreign(`${fingerprint.slice(0, 12)}…`);
}

function byConsumer(piles) {
  return table({
    caption: 'Conflicts of all consumers of this database',
    columns: ['Consumer', 'Messages', 'The oldest'],
    rows: piles.map(({ owner, rows, oldest }) => ({
      key: owner,
      cells: [linkTo(['conflicts'], { consumer: owner }, owner), rows, age(secondsOf(oldest))],
    })),
    empty: 'No message conflicts with what is remembered.',
  });
}

function whatToDo() {
  return el(
    'section',
    { 'aria-label': 'What to do' },
    el('h2', {}, 'What to do'),
    el(
      'ul',
      {},
      el('li', {}, 'A copy that differs in what does not matter, such as a time stamp: withdraw it, and leave that out of the fingerprint.'),
      el('li', {}, 'Another message under a key that was used before: withdraw it; its producer sends it again under a key of its own.'),
      el('li', {}, 'The right one, after a wrong one: undo the first effect by hand, or withdraw the first message if that waits parked itself, forget the identity, release this message.'),
    ),
  );
}
