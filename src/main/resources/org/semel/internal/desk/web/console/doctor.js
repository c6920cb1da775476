// SPDX-License-Identifier: Apache-2.0
// What the doctor observes of the node that answers, what it means and what to do.

import { el } from './dom.js';
import { look } from './api.js';
import { Screen } from './screen.js';
import { table } from './list.js';
import { count, foreign, moment } from './text.js';

const WORDS = { ERROR: 'error', WARNING: 'warning', UNSEEN: 'not to be seen', FINE: 'fine' };

export class Doctor extends Screen {
  heading() {
    return 'Doctor';
  }

  /** An examination asks the database for much: it is made when somebody wants it. */
  busy() {
    return this.readAt !== null && !this.again;
  }

  async read(signal) {
    const diagnosis = await look('doctor', {}, signal);
    this.again = true;
    return diagnosis;
  }

  draw({ node, at, observations }) {
    this.again = false;
    const bad = observations.filter(({ severity }) => severity !== 'FINE');
    const fine = observations.filter(({ severity }) => severity === 'FINE');
    return [
      el('p', {}, 'Of this node alone, its server and its database: ', foreign(node), '. Examined at ', at ? moment(at) : 'a time that is not known, as the database is away', '.'),
      el('p', {}, el('button', { type: 'button', on: { click: () => this.load() } }, 'Examine again')),
      table({
        caption: `${count(bad.length, 'finding')}, the worst first`,
        columns: ['Severity', 'Of', 'Finding', 'What it means', 'What to do'],
        rows: bad.map((one, i) => ({
          key: `finding ${i}`,
          cells: [
            el('div', { class: one.severity === 'UNSEEN' ? false : 'unwell' }, WORDS[one.severity] ?? foreign(one.severity), ' ', el('small', {}, foreign(one.code))),
            one.of ? foreign(one.of) : 'the whole',
            foreign(one.finding, 1000),
            foreign(one.meaning, 1000),
            foreign(one.remedy, 1000),
          ],
        })),
        empty: 'The doctor found nothing that should be otherwise.',
      }),
      table({
        caption: `${count(fine.length, 'thing')} as they should be`,
        columns: ['Of', 'Finding'],
        rows: fine.map((one, i) => ({ key: `fine ${i}`, cells: [one.of ? foreign(one.of) : 'the whole', foreign(one.finding, 1000)] })),
        empty: 'Nothing is known to be as it should be.',
      }),
    ];
  }
}
