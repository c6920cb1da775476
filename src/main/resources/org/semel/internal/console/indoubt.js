// SPDX-License-Identifier: Apache-2.0
// Prepared transactions, and what can be seen of them.

import { el } from './dom.js';
import { look } from './api.js';
import { Screen } from './screen.js';
import { table } from './list.js';
import { age, count, foreign, moment, secondsOf } from './text.js';

const UNSEEN = 'cannot be seen';

const DECISIONS = {
  __proto__: null,
  COMMIT: 'to commit; recovery will do that',
  NOT_DECIDED: 'nothing: it runs still, or recovery will roll it back',
  CANNOT_BE_SEEN: UNSEEN,
};

export class InDoubt extends Screen {
  heading() {
    return 'In doubt';
  }

  async read(signal) {
    return look('inDoubt', {}, signal);
  }

  draw({ transactions, log, broker }) {
    return [
      el('p', {}, 'Most transactions are prepared for a moment only. One that stays has lost its transaction manager, and holds its locks until that is back.'),
      el('p', {}, `The transaction log of this server: ${seen(log)}. The broker's prepared branches: ${seen(broker)}.`),
      table({
        caption: `${count(transactions.length, 'prepared transaction')} in this database, those of other applications included, the oldest first`,
        columns: ['Transaction', 'Prepared', 'Age', 'Node', 'The log says', 'Tables', 'Identities', 'Role'],
        rows: transactions.map((one) => row(one)),
        empty: 'Nothing is in doubt.',
      }),
    ];
  }
}

function row({ gid, prepared, age: old, role, global, decision, tables, identities }) {
  return {
    key: `in doubt ${gid}`,
    cells: [
      foreign(gid),
      moment(prepared),
      age(secondsOf(old)),
      global?.node ? foreign(global.node) : UNSEEN,
      DECISIONS[decision] ?? foreign(decision),
      tables.length === 0 ? 'none' : foreign(tables.join(', ')),
      seen(identities),
      foreign(role),
    ],
  };
}

function seen(sight) {
  return sight === 'SEEN' ? 'seen' : UNSEEN;
}
