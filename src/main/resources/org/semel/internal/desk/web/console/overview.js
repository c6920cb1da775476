// SPDX-License-Identifier: Apache-2.0
// What waits, and who receives.

import { el } from './dom.js';
import { look, me, Problem } from './api.js';
import { Screen } from './screen.js';
import { table } from './list.js';
import { linkTo } from './links.js';
import { age, count, foreign, secondsOf } from './text.js';
import { consumerPause, destinationPause, pausedDestinations } from './pauses.js';
import { note, spark } from './spark.js';
import { stateOf } from './state.js';

// States of messages that are no reason why one is parked.
const NOT_PARKED = ['RETRYING', 'RECEIVED', 'IN_PROGRESS', 'FAILED_RETRYABLE', 'FAILED_TERMINAL', 'HELD', 'GAP_OPEN'];

const UNKNOWN = 'not known';

export class Overview extends Screen {
  heading() {
    return 'Overview';
  }

  /** Each part by itself: while the database is away the node still knows how it is. */
  async read(signal) {
    const names = ['backlog', 'consumers', 'destinations', 'pauses'];
    const [user, ...parts] = await Promise.all([me(), ...names.map((name) => look(name, {}, signal).catch(part))]);
    if (parts.every((each) => each instanceof Problem)) {
      throw parts[0];
    }
    const [backlog, consumers, destinations, pauses] = parts.map((each) => (each instanceof Problem ? null : each));
    for (const [kind, piles] of Object.entries(backlog ?? {})) {
      const owners = new Map(piles.map(({ owner }) => [owner, 0]));
      if (kind === 'messages') {
        consumers?.items.forEach(({ name }) => owners.set(name, 0));
      }
      piles.forEach(({ owner, rows }) => owners.set(owner, owners.get(owner) + rows));
      owners.forEach((rows, owner) => note(`${kind} ${owner}`, rows));
    }
    return { user, backlog, consumers, sent: destinations, pauses: pauses?.items, failed: parts.filter((each) => each instanceof Problem) };
  }

  draw({ user, backlog, consumers, sent, pauses, failed }) {
    const all = consumers?.items ?? [];
    const known = new Set(all.map(({ name }) => name));
    const strangers = [...new Set((backlog?.messages ?? []).map(({ owner }) => owner))].filter((owner) => !known.has(owner));
    const states = new Map((sent?.items ?? []).map(({ name, state }) => [name, state]));
    const destinations = [...new Set([...states.keys(), ...(backlog?.intents ?? []).map(({ owner }) => owner), ...pausedDestinations(pauses ?? [])])].sort();
    const reload = () => this.load();
    const paused = (pauseOf, name) => (pauses ? pauseOf(name, pauses, user, reload) : UNKNOWN);
    const silent = consumers?.databaseSilent !== undefined;
    const fromMemory = silent || !consumers;
    const said = new Map(failed.map((each) => [each.body.code, each.sentence()]));
    return [
      ...[...said.values()].map((each) => el('p', { class: 'problem', role: 'alert' }, each)),
      el('p', {}, backlog ? `In this database: ${waiting(backlog.messages, 'message')}, ${waiting(backlog.intents, 'intent')}. ` : 'What waits is not known. ', 'How consumers and destinations are is said of this node alone, as it is now: ', foreign((consumers ?? sent)?.node ?? ''), '.'),
      table({
        caption: `${count(all.length, 'consumer')} of this ${silent ? 'node, as the database does not answer' : 'database'}; the curves begin when this page was opened`,
        columns: ['Consumer', 'On this node', 'Identified by', 'Waits', 'Paused', 'Seen'],
        rows: [
          ...all.map((consumer) => consumerRow(consumer, fromMemory, backlog?.messages, paused(consumerPause, consumer.name))),
          ...strangers.map((name) => consumerRow({ name }, fromMemory, backlog.messages, '–')),
        ],
        empty: fromMemory ? 'Of consumers nothing is known now.' : 'No consumer has ever started with this database.',
      }),
      table({
        caption: `${count(destinations.length, 'destination')}: those to which this node delivers, and those of this database with intents that wait, or paused`,
        columns: ['Destination', 'On this node', 'Waits', 'Paused', 'Seen'],
        rows: destinations.map((name) => destinationRow(name, states.get(name), backlog?.intents, paused(destinationPause, name))),
        empty: sent && backlog && pauses ? 'No intent waits, and this node delivers none.' : 'Of destinations nothing is known now.',
      }),
    ];
  }
}

function part(failure) {
  if (failure instanceof Problem && failure.status !== 401) {
    return failure;
  }
  throw failure;
}

function waiting(piles, what) {
  const rows = piles.reduce((sum, pile) => sum + pile.rows, 0);
  return rows === 0 ? `no ${what} waits` : `${count(rows, what)} ${rows === 1 ? 'waits' : 'wait'}`;
}

function consumerRow({ name, rule, keyForm, runsHere, here }, fromMemory, piles, paused) {
  return {
    key: `consumer ${name}`,
    cells: [
      linkTo(['parked'], { consumer: name }, name),
      here ? stateOf(here.state, here.lasting) : runsHere === undefined ? (fromMemory ? UNKNOWN : 'not registered') : 'not on this node',
      [rule ? foreign(rule) : fromMemory ? UNKNOWN : 'the route', keyForm ? [' ', el('small', {}, foreign(keyForm))] : null],
      pilesOf(name, piles, (state) => messagesLink(name, state)),
      paused,
      spark(`messages ${name}`) ?? '–',
    ],
  };
}

function destinationRow(name, state, piles, paused) {
  return {
    key: `destination ${name}`,
    cells: [
      linkTo(['intents'], { destination: name }, name),
      state ? stateOf(state) : 'not on this node',
      pilesOf(name, piles, (state) => linkTo(['intents'], { destination: name, ...(state === 'parked' ? {} : { state: String(state).toUpperCase() }) }, state)),
      paused,
      spark(`intents ${name}`) ?? '–',
    ],
  };
}

function messagesLink(consumer, state) {
  if (state === 'GAP_OPEN') {
    return linkTo(['gaps'], { consumer }, state);
  }
  return NOT_PARKED.includes(state) ? foreign(state) : linkTo(['parked'], { consumer, reason: state }, state);
}

function pilesOf(name, piles, link) {
  if (!piles) {
    return UNKNOWN;
  }
  const own = piles.filter(({ owner }) => owner === name);
  return own.length === 0
    ? 'nothing'
    : el('ul', {}, own.map(({ state, rows, oldest }) => el('li', {}, link(state), ` ${rows}, the oldest since ${age(secondsOf(oldest))}`)));
}
