// SPDX-License-Identifier: Apache-2.0
// Plans, the newest first.

import { look } from './api.js';
import { Screen } from './screen.js';
import { nextLink, table } from './list.js';
import { linkTo } from './links.js';
import { count, foreign } from './text.js';

export class Plans extends Screen {
  heading() {
    return 'Plans';
  }

  async read(signal) {
    return look('plans', this.place.params, signal);
  }

  draw(page) {
    return [
      table({
        caption: `${count(page.items.length, 'plan')} of this database on this page, the newest first${page.next ? '; there are more' : ''}`,
        columns: ['Number', 'Of', 'What it does', 'State', 'Done', 'Failed', 'By', 'Why'],
        rows: page.items.map(({ id, consumer, source, by, progress }) => ({
          key: `plan ${id}`,
          cells: [
            linkTo(['plans', id], {}, id),
            foreign(consumer),
            WORDS[source] ?? foreign(source),
            foreign(progress.state),
            `${progress.done} of ${progress.size}`,
            progress.failed,
            foreign(by.who),
            foreign(by.why, 80),
          ],
        })),
        empty: 'No plan has been made. Freeze one from the parked messages, the kept ones or the intents.',
      }),
      nextLink(page, ['plans']),
    ];
  }
}

export const WORDS = {
  __proto__: null,
  PARKED: 'releases parked messages',
  KEPT: 'replays kept messages',
  RETRY_INTENTS: 'sends parked intents again',
  WITHDRAW_INTENTS: 'withdraws parked intents',
  DELIVER_INTENTS: 'records parked intents as delivered',
  RETRY_PENDING_INTENTS: 'sends pending intents now',
  WITHDRAW_PENDING_INTENTS: 'withdraws pending intents',
};
