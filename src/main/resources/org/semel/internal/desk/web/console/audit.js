// SPDX-License-Identifier: Apache-2.0
// Who did what, and why.

import { el } from './dom.js';
import { look } from './api.js';
import { Screen } from './screen.js';
import { choice, filterOf, nextLink, period, table } from './list.js';
import { subjectLink } from './links.js';
import { count, foreign, moment } from './text.js';

const ACTS = [
  'RELEASE', 'WITHDRAW', 'SET_ASIDE', 'REPLAY', 'WITHDRAW_INTENT', 'RETRY_INTENT', 'DELIVER_BY_HAND', 'FORGET', 'REMEMBER', 'ERASE', 'DECLARE_LOST', 'SET_BACK',
  'PLAN', 'APPROVE_PLAN', 'START_PLAN', 'PAUSE_PLAN', 'RESUME_PLAN', 'WITHDRAW_PLAN', 'TAKE_IN', 'VIEW', 'PAUSE', 'RESUME', 'REFUSED', 'END_PLAN',
];

export class Audit extends Screen {
  heading() {
    return 'Audit';
  }

  filter() {
    const { params } = this.place;
    return filterOf(this.place, ['audit'], [
      ['who', 'Who', el('input', { maxlength: 200 })],
      ['act', 'Act', choice(ACTS, params.act, 'any')],
      ['subject', 'To what', el('input', { maxlength: 200, placeholder: 'parked 17' })],
      ...period(),
    ]);
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
        empty: 'No act matches this filter.',
      }),
      nextLink(page, ['audit']),
    ];
  }
}
