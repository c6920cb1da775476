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
        ['Kept', linkTo(['kept'], { consumer: identity.consumer, keys: identity.key }, 'its messages that took effect and were kept')],
        ['Identified by', consumer.is === 'NoSuch' ? 'no consumer of this name is registered' : consumer.rule && foreign(consumer.rule)],
        ['Remembered', dossier.claim ? ['since ', moment(dossier.claim.at)] : 'no'],
        ['Without effect', withoutEffect(dossier.parked)],
        ['Deliveries absorbed', `${absorbed.count} since it is remembered`],
        ['Failed attempts', failures && [`${failures.count}, stopped ${count(failures.stops, 'time')}; last `, foreign(failures.kind)]],
        ['Stored first', underway.stored && [foreign(underway.stored.stage), `, ${count(underway.stored.failures, 'failure')}`]],
        ['Held', underway.held && `version ${underway.held.version} waits for one before it`],
      ]),
      notShown(dossier),
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

/** A message that is parked after its claim is remembered as if it had taken effect, so that its copies are absorbed. */
function withoutEffect(parked) {
  const holders = parked.filter(({ evidence, standing }) => evidence.holdsClaim && standing.state !== 'RELEASED');
  return holders.length === 0 ? null : holders.map(({ id, standing }, i) => [i > 0 ? '; ' : '', linkTo(['parked', id], {}, `parked message ${id}`), `, ${visible(standing.state)}`]);
}

/** Of what there is more, and where that is shown. */
function notShown({ identity: { consumer, key }, intents, more }) {
  const destinations = [...new Set(intents.map(({ address }) => address.destination))];
  const lines = [
    [more.parked, 'Parked messages: the latest are shown. Those that wait are all in the ', linkTo(['parked'], { consumer, keys: key }, 'list of its parked messages'), '; one that is settled is found by its number or its JMSMessageID.'],
    [more.intents, 'Intents: the first are shown. All stand, state by state, in the lists of their destinations: ', destinations.map((name) => [linkTo(['intents'], { destination: name, keys: key }, name), ', ']), linkTo(['intents'], {}, 'others'), '.'],
    [more.effects, 'Effects: the first are shown. All stand in the table semel_effect.'],
    [more.acts, 'Acts: the latest are shown. All stand in the ', linkTo(['audit'], {}, 'audit'), '.'],
  ].filter(([isMore]) => isMore);
  return lines.length === 0 ? null : el('section', { 'aria-label': 'Not shown' }, el('p', {}, 'There is more than is shown here.'), el('ul', {}, lines.map(([, ...line]) => el('li', {}, line))));
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
