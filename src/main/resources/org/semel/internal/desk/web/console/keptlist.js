// SPDX-License-Identifier: Apache-2.0
// Messages that took effect and were kept.

import { el } from './dom.js';
import { look, me } from './api.js';
import { Screen } from './screen.js';
import { button, filterOf, nextLink, period, table } from './list.js';
import { consumerChoice, consumerTable } from './consumers.js';
import { identityLink, linkTo } from './links.js';
import { count, foreign, moment, visible } from './text.js';
import { replay } from './kept.js';
import { askToFreeze, filtered, filterWords } from './freeze.js';
import { mayAct } from './roles.js';

export class KeptList extends Screen {
  heading() {
    return 'Kept messages';
  }

  filter() {
    return filterOf(this.place, ['kept'], [
      ['consumer', 'Consumer', consumerChoice(this.place.params.consumer)],
      ...period(),
      ['keys', 'Keys, one a line', el('textarea', { rows: 1 })],
      ['messageId', 'JMSMessageID', el('input', { maxlength: 200 })],
      ['type', 'Event type (semel-payload)', el('input', { maxlength: 200 })],
    ]);
  }

  async read(signal) {
    const { params } = this.place;
    return params.consumer
      ? { user: await me(), page: await look('keptMessages', params, signal) }
      : { choose: await look('consumers', {}, signal) };
  }

  draw({ user, page, choose }) {
    if (choose) {
      return [el('p', {}, 'What took effect is kept of those consumers whose policy says so (keep-body).'), consumerTable(choose, 'kept')];
    }
    const acts = mayAct(user);
    const more = page.next ? '; there are more' : '';
    return [
      acts && page.items.length > 0 ? el('p', {}, button('Freeze a plan to replay what this filter shows', 'f', () => this.freeze())) : null,
      table({
        caption: [`${count(page.items.length, 'kept message')} of consumer `, foreign(this.place.params.consumer), ` on this page, the oldest first${more}`],
        columns: ['Number', 'Identity', 'Kept since', 'Came from', 'JMSMessageID', 'Body', 'Acts'],
        rows: page.items.map((item) => this.row(item, acts)),
        empty: 'Nothing is kept that matches this filter.',
      }),
      nextLink(page, ['kept']),
    ];
  }

  row(item, acts) {
    const { id, identity, message, kept } = item;
    return {
      key: `kept ${id}`,
      cells: [
        linkTo(['kept', id], {}, id),
        identityLink(identity),
        moment(kept),
        foreign(message.origin.destination),
        foreign(message.origin.messageId),
        `${visible(message.body.form)}, ${count(message.body.size, 'byte')}`,
        acts ? button('Replay', 'r', () => replay(item, () => this.load())) : '–',
      ],
    };
  }

  freeze() {
    const { consumer } = this.place.params;
    askToFreeze(
      `Freeze a plan of consumer ${visible(consumer)}`,
      `All kept messages of the consumer${filterWords(this.place.params)}: those of all pages, the oldest first. Nothing is replayed yet. A remembered identity will be absorbed; only a forgotten one takes effect again.`,
      { owner: consumer, source: 'KEPT', ...filtered(this.place.params) },
    );
  }
}
