// SPDX-License-Identifier: Apache-2.0
// How a consumer or a destination is on a node, in words.

import { el } from './dom.js';
import { age, foreign, secondsOf } from './text.js';

const WORDS = {
  Receiving: () => ['receives'],
  AwaitingProof: ({ cause, nextTry }) => ['waits for its start-up proof', cause ? [': ', foreign(cause)] : null, next(nextTry)],
  PausedByOutage: ({ cause, nextTry }) => ['paused, as a system that it needs is away: ', foreign(cause), next(nextTry)],
  PausedByOperator: () => ['paused by an operator'],
  RefusedByProof: ({ codes }) => ['refused by its start-up proof: ', foreign(codes.join(', '))],
  RouteSuspended: () => ['its route is suspended'],
  RouteStopped: () => ['its route is stopped'],
  Delivering: () => ['delivers'],
  CircuitOpen: ({ failures, nextTry }) => [`circuit open after ${failures} failures in a row`, next(nextTry)],
  AccessDenied: ({ why, nextTry }) => ['access denied: ', foreign(why), next(nextTry)],
  HeldByOperator: () => ['paused by an operator'],
  Probing: () => ['one intent is on its way and decides about the others'],
  DatabaseAway: ({ cause, nextTry }) => ['the database is away: ', foreign(cause), next(nextTry)],
  DeliveriesHanging: ({ deliveries }) => [`${deliveries} deliveries hang`],
  NotRunning: () => ['its route is stopped or suspended'],
};

const WELL = ['Receiving', 'Delivering'];

/** A state, which stands out if it is not as it should be; `lasting` is a duration, if it is known. */
export function stateOf(state, lasting) {
  const words = Object.hasOwn(WORDS, state.is) ? WORDS[state.is](state) : [foreign(state.is)];
  const since = lasting ? el('small', {}, ` for ${age(secondsOf(lasting))}`) : null;
  return el('div', WELL.includes(state.is) ? {} : { class: 'unwell' }, words, since);
}

function next(duration) {
  const seconds = secondsOf(duration);
  return seconds > 0 ? `; next try in ${age(seconds)}` : '; it tries now';
}
