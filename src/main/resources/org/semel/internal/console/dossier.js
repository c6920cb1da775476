// SPDX-License-Identifier: Apache-2.0
// All that is known of one identity, as one time line.

import { el } from './dom.js';
import { look, me } from './api.js';
import { ask } from './act.js';
import { Screen } from './screen.js';
import { fieldFacts } from './fields.js';
import { button, facts } from './list.js';
import { linkTo, subjectLink } from './links.js';
import { count, foreign, moment, visible } from './text.js';
import { mayAct, mayGiveUp } from './roles.js';

export class Dossier extends Screen {
  heading() {
    return `Identity ${visible(this.place.params.key, 80)}`;
  }

  async read(signal) {
    const { consumer, key } = this.place.params;
    const [dossier, user] = await Promise.all([look('dossier', { consumer, key }, signal), me()]);
    return { dossier, user };
  }

  draw({ dossier, user }) {
    const { identity, consumer, absorbed, failures, underway } = dossier;
    const events = eventsOf(dossier);
    return [
      this.buttons(dossier, user),
      facts([
        ['Consumer', linkTo(['parked'], { consumer: identity.consumer }, identity.consumer)],
        ['Key', foreign(identity.key)],
        ['Identified by', consumer.is === 'NoSuch' ? 'no consumer of this name is registered' : consumer.rule && foreign(consumer.rule)],
        ['Took effect', dossier.claim ? 'it is remembered' : 'it is not remembered'],
        ['Deliveries absorbed', `${absorbed.count} after it took effect`],
        ['Failed attempts', failures && [`${failures.count}, stopped ${count(failures.stops, 'time')}; last `, foreign(failures.kind)]],
        ['Stored first', underway.stored && [foreign(underway.stored.stage), `, ${count(underway.stored.failures, 'failure')}`]],
        ['Held', underway.held && `version ${underway.held.version} waits for one before it`],
      ]),
      el('h2', {}, 'Time line'),
      events.length === 0
        ? el('p', {}, 'The tables of this database know nothing of this identity.')
        : el('ol', { class: 'timeline' }, events.map(({ at, what }) => el('li', {}, moment(at), ' ', what))),
    ];
  }

  buttons({ identity, claim, underway }, user) {
    const acts = [];
    if (underway.stored && mayAct(user)) {
      acts.push(button('Set aside', 'e', () => this.act('setAside', 'Set aside', 'It is not tried any more, and parked at the next pass.', identity)));
    }
    if (claim && mayGiveUp(user)) {
      acts.push(button('Forget', 'x', () => this.act('forget', 'Forget', 'The next delivery takes effect once more. Undo its effect first.', identity)));
    }
    if (mayGiveUp(user)) {
      acts.push(button('Erase', 'y', () => this.act('erase', 'Erase', 'Bodies, headers and what failures quoted of them are erased. The effect stays.', identity)));
    }
    return el('p', { class: 'buttons' }, acts);
  }

  act(name, word, says, { consumer, key }) {
    ask({
      name,
      title: `${word}: ${visible(key, 80)} of consumer ${visible(consumer, 80)}`,
      says: [says],
      values: { consumer, key },
      done: () => {
        this.load();
        return `Done: ${word.toLowerCase()} ${visible(key, 80)}.`;
      },
    });
  }
}

/** What has happened, the latest first. */
function eventsOf({ claim, effects, absorbed, underway, parked, intents, acts }) {
  const events = [];
  const add = (at, ...what) => at && events.push({ at, what });
  add(underway.stored?.since, 'Stored');
  add(underway.held?.since, `Held: version ${underway.held?.version} of `, foreign(underway.held?.aggregate.key));
  add(claim?.at, 'Claimed, in transaction ', foreign(claim?.transaction), ', with fingerprint ', foreign(claim?.fingerprint));
  effects.forEach(({ name, at, transaction }) => add(at, 'Effect ', foreign(name), ' in transaction ', foreign(transaction)));
  add(absorbed.latest, `Latest of ${count(absorbed.count, 'delivery', 'deliveries')} absorbed`);
  parked.forEach(({ id, cause, standing, message }) => add(standing.since, 'Parked ', linkTo(['parked', id], {}, id), ': ', foreign(cause.reason), `, now ${standing.state}`, fieldFacts(message.body)));
  intents.forEach(({ key, address, state, answers, recorded }) => {
    add(recorded, 'Intent ', linkTo(['intents', key], {}, address.name ?? key), ' to ', foreign(address.destination));
    add(answers.settled, 'Intent ', linkTo(['intents', key], {}, address.name ?? key), ` ${state}, after ${count(answers.attempts, 'attempt')}`);
  });
  acts.forEach(({ at, entry }) =>
    add(at, foreign(entry.act), ' of ', subjectLink(entry.subject.name), ' by ', foreign(entry.by.who), ': ', foreign(entry.by.why), ' – ', foreign(entry.outcome)),
  );
  return events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
