// SPDX-License-Identifier: Apache-2.0
// What is in doubt in the database, at the brokers and in the transaction log, and what cannot be seen of it.

import { el } from './dom.js';
import { look } from './api.js';
import { Screen } from './screen.js';
import { table } from './list.js';
import { age, count, foreign, moment, secondsOf } from './text.js';

const UNSEEN = 'cannot be seen';

const DECISIONS = {
  __proto__: null,
  COMMIT: 'to commit; recovery will do that',
  SET_ASIDE: 'to commit, but recovery has set the record aside: put it back before this server is started again',
  NOT_DECIDED: 'nothing: it runs still, or recovery will roll it back',
  CANNOT_BE_SEEN: UNSEEN,
};

const BRANCHES = {
  __proto__: null,
  PREPARED: 'prepared',
  NOT_PREPARED: 'not prepared',
  CANNOT_BE_SEEN: UNSEEN,
};

export class InDoubt extends Screen {
  heading() {
    return 'In doubt';
  }

  async read(signal) {
    return look('inDoubt', {}, signal);
  }

  draw({ transactions, atBrokers, inLog, lookAge, log, brokers }) {
    const ago = lookOf(lookAge);
    const seesLog = log.sight === 'SEEN';
    const seesBroker = brokers.some(({ sight }) => sight === 'SEEN');
    return [
      el('p', {}, 'Most transactions are prepared for a moment only. One that stays has lost its transaction manager, and holds its locks and messages until that is back. Branches of one transaction have the same global id.'),
      el('ul', {}, [log, ...brokers].map((one) => el('li', {}, sightOf(one, one === log))), brokers.length === 0 ? el('li', {}, 'Brokers: no consumer of this node receives by XA.') : null),
      table({
        caption: `${count(transactions.length, 'transaction')} prepared in this database, those of other applications included, the oldest first`,
        columns: ['Transaction', 'Prepared', 'Age', 'Node', 'The log says', 'At a broker', 'Tables', 'Identities', 'Role'],
        rows: transactions.map((one) => inDatabase(one)),
        empty: 'Nothing is prepared in this database.',
      }),
      table({
        caption: seesBroker ? `${count(atBrokers.length, 'transaction')} prepared at the brokers that can be seen, ${ago}` : 'Prepared at the brokers',
        columns: ['Global id', 'Seen for', 'Node', 'The log says', 'In this database'],
        rows: atBrokers.map((one) => atBroker(one)),
        empty: seesBroker ? `Nothing is seen prepared at a broker, ${ago}.` : 'No broker can be seen.',
      }),
      table({
        caption: seesLog ? `${count(inLog.length, 'transaction')} decided to commit and not ended, in the log of this server, ${ago}` : 'Decided to commit and not ended, in the log of this server',
        columns: ['Global id', 'Seen for', 'In this database', 'At a broker'],
        rows: inLog.map((one) => decided(one)),
        empty: seesLog ? `Nothing is seen in the log, ${ago}.` : 'The log cannot be seen.',
      }),
    ];
  }
}

/** A look may be some minutes old: a broker that is away makes the next one wait. What is seen has been looked at. */
function lookOf(lookAge) {
  return `by this node's look of ${age(secondsOf(lookAge))} ago`;
}

function inDatabase({ gid, prepared, age: old, role, global, decision, atBroker: there, tables, identities }) {
  return {
    key: `in doubt ${gid}`,
    cells: [
      foreign(gid),
      moment(prepared),
      age(secondsOf(old)),
      nodeOf(global),
      DECISIONS[decision] ?? foreign(decision),
      BRANCHES[there] ?? foreign(there),
      tables.length === 0 ? 'none' : foreign(tables.join(', ')),
      identities === 'SEEN' ? 'seen' : UNSEEN,
      foreign(role),
    ],
  };
}

function atBroker({ global, seen, decision, atDatabase }) {
  return {
    key: `at a broker ${global.id}`,
    cells: [foreign(global.id), age(secondsOf(seen)), nodeOf(global), DECISIONS[decision] ?? foreign(decision), BRANCHES[atDatabase] ?? foreign(atDatabase)],
  };
}

function decided({ global, seen, atDatabase, atBroker: there }) {
  return {
    key: `in the log ${global.id}`,
    cells: [foreign(global.id), age(secondsOf(seen)), BRANCHES[atDatabase] ?? foreign(atDatabase), BRANCHES[there] ?? foreign(there)],
  };
}

function nodeOf(global) {
  return global?.node ? foreign(global.node) : UNSEEN;
}

function sightOf({ name, sight, why }, isLog) {
  return [isLog ? 'The transaction log of this server: ' : 'The broker of ', isLog ? null : foreign(name), isLog ? null : ': ', sight === 'SEEN' ? 'seen' : UNSEEN, why ? [', ', foreign(why)] : null, '.'];
}
