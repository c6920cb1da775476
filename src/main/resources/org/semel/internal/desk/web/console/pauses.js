// SPDX-License-Identifier: Apache-2.0
// What operators have paused, and pausing and resuming it.

import { el } from './dom.js';
import { ask } from './act.js';
import { button } from './list.js';
import { foreign, moment, visible } from './text.js';
import { mayAct } from './roles.js';

const CONSUMER = {
  kind: 'CONSUMER',
  place: 'consumer',
  pause: 'pauseConsumer',
  resume: 'resumeConsumer',
  says: 'On all nodes, within some seconds: nothing is received or worked off. What is in hand ends first; what waits stays where it waits.',
};

const DESTINATION = {
  kind: 'DESTINATION',
  place: 'destination',
  pause: 'pauseDestination',
  resume: 'resumeDestination',
  says: 'On all nodes, within some seconds: no intent is leased or sent. What is on its way is settled; intents are still recorded.',
};

/** The names of the destinations that are paused. */
export function pausedDestinations(pauses) {
  return pauses.filter(({ target }) => target.kind === DESTINATION.kind).map(({ target }) => target.name);
}

/** Whether a consumer is paused, and the button that changes it. */
export function consumerPause(name, pauses, user, reload) {
  return cell(CONSUMER, name, pauses, user, reload);
}

/** The same of a destination. */
export function destinationPause(name, pauses, user, reload) {
  return cell(DESTINATION, name, pauses, user, reload);
}

function cell(type, name, pauses, user, reload) {
  const pause = pauses.find(({ target }) => target.kind === type.kind && target.name === name);
  const act = () => (pause ? resume(type, name, reload) : halt(type, name, reload));
  return [
    pause ? el('p', {}, said(pause)) : 'no',
    mayAct(user) ? [' ', button(pause ? 'Resume' : 'Pause', pause ? 'r' : 'p', act)] : null,
  ];
}

function said({ kept, by, since, lapsed }) {
  return [
    'by ',
    foreign(by.who),
    ' since ',
    moment(since),
    kept ? ', until it is resumed: ' : ', until a node is restarted: ',
    foreign(by.why, 80),
    lapsed ? el('div', {}, 'A node that was started after it works again since ', moment(lapsed), '.') : null,
  ];
}

function halt(type, name, reload) {
  ask({
    name: type.pause,
    title: `Pause ${type.place} ${visible(name)}`,
    says: [type.says],
    fields: [['kept', 'Holds over restarts, until it is resumed', { type: 'checkbox', checked: true }]],
    values: { [type.place]: name },
    done: () => {
      reload();
      return `The ${type.place} ${visible(name)} is paused.`;
    },
  });
}

function resume(type, name, reload) {
  ask({
    name: type.resume,
    title: `Resume ${type.place} ${visible(name)}`,
    says: ['It goes on, on all nodes, within some seconds. A route that is stopped or suspended stays so.'],
    values: { [type.place]: name },
    done: () => {
      reload();
      return `The ${type.place} ${visible(name)} goes on.`;
    },
  });
}
