// SPDX-License-Identifier: Apache-2.0
// Versions that are missing while later ones wait, and how far an aggregate has come.

import { el } from './dom.js';
import { look, me } from './api.js';
import { ask } from './act.js';
import { Screen } from './screen.js';
import { button, filterOf, nextLink, table, facts } from './list.js';
import { consumerTable } from './consumers.js';
import { linkTo } from './links.js';
import { count, foreign, moment, visible } from './text.js';
import { mayGiveUp } from './roles.js';

export class Gaps extends Screen {
  heading() {
    return 'Gaps';
  }

  filter() {
    return filterOf(this.place, ['gaps'], [
      ['consumer', 'Consumer', el('input', { maxlength: 200 })],
      ['key', 'Aggregate', el('input', { maxlength: 500 })],
    ]);
  }

  async read(signal) {
    const { consumer, key, after, limit } = this.place.params;
    const user = await me();
    if (!consumer) {
      return { choose: await look('consumers', {}, signal) };
    }
    const [gaps, standing] = await Promise.all([look('gaps', { consumer, key, after, limit }, signal), key ? look('aggregate', { consumer, key }, signal) : undefined]);
    return { user, page: gaps, standing };
  }

  draw({ user, page, standing, choose }) {
    if (choose) {
      return consumerTable(choose, 'gaps');
    }
    const { consumer, key } = this.place.params;
    return [
      standing ? this.standing(standing, user) : null,
      table({
        caption: [`${count(page.items.length, 'gap')} of consumer `, foreign(consumer), key ? ', of this aggregate' : ` on this page, the oldest first${page.next ? '; there are more' : ''}`],
        columns: ['Aggregate', 'Missing', 'Since', 'Acts'],
        rows: page.items.map((gap) => this.row(gap, user)),
        empty: key ? 'No version of this aggregate is missing.' : 'No version is missing.',
      }),
      nextLink(page, ['gaps']),
    ];
  }

  row(gap, user) {
    const { aggregate, from, to, since } = gap;
    return {
      key: `gap ${aggregate.key} ${from}`,
      cells: [
        linkTo(['gaps'], aggregate, aggregate.key),
        from === to ? `version ${from}` : `versions ${from} to ${to}`,
        moment(since),
        mayGiveUp(user) ? button('Declare lost', 'l', () => this.declareLost(gap)) : '–',
      ],
    };
  }

  standing({ aggregate, version, ignored, waiting }, user) {
    return el(
      'section',
      { 'aria-label': 'Aggregate' },
      facts([
        ['Aggregate', foreign(aggregate.key)],
        ['Has reached', `version ${version}`],
        ['Ignored', `${count(ignored, 'message')} of old versions`],
        ['Waiting', `${count(waiting, 'message')} for a version before theirs`],
      ]),
      mayGiveUp(user) ? el('p', {}, button('Set back', 'b', () => this.setBack(aggregate))) : null,
    );
  }

  declareLost({ aggregate, from, to }) {
    ask({
      name: 'declareLost',
      title: `Declare lost: versions ${from} to ${to} of ${visible(aggregate.key)}`,
      says: ['Those behind them take effect, in order. A lost version that arrives after all is ignored.'],
      values: { ...aggregate, from, to },
      done: ({ gap }) => {
        this.load();
        return `Versions ${gap.from} to ${gap.to} of ${visible(gap.aggregate.key)} are lost.`;
      },
    });
  }

  setBack(aggregate) {
    ask({
      name: 'setBack',
      title: `Set back: ${visible(aggregate.key)} of consumer ${visible(aggregate.consumer)}`,
      says: ['Versions after the one that you name take effect again. Remembered identities stay absorbed; forget them, too.'],
      fields: [['to', 'Version that it shall have reached', { type: 'number', min: 0, required: true }]],
      values: aggregate,
      done: ({ from }) => {
        this.load();
        return `${visible(aggregate.key)} is set back from version ${from}.`;
      },
    });
  }
}
