// SPDX-License-Identifier: Apache-2.0
// Who did what, and why.

import { look } from './api.js';
import { Screen } from './screen.js';
import { nextLink, table } from './list.js';
import { subjectLink } from './links.js';
import { count, foreign, moment } from './text.js';

export class Audit extends Screen {
  heading() {
    return 'Audit';
  }

  async read(signal) {
    return look('audit', this.place.params, signal);
  }

  draw(page) {
    return [
      table({
        caption: `${count(page.items.length, 'act')} in this database on this page, the latest first${page.next ? '; there are more' : ''}`,
        columns: ['When', 'Who', 'Act', 'To what', 'Why', 'What it came to'],
        rows: page.items.map(({ id, at, by, act, subject, outcome }) => ({
          key: `act ${id}`,
          cells: [moment(at), foreign(by.who), foreign(act), subjectLink(subject), foreign(by.why, 2000), foreign(outcome, 500)],
        })),
        empty: 'Nobody has acted yet.',
      }),
      nextLink(page, ['audit']),
    ];
  }
}
