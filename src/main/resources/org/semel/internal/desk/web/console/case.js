// SPDX-License-Identifier: Apache-2.0
// One parked message.

import { el } from './dom.js';
import { look, me } from './api.js';
import { ask } from './act.js';
import { Screen } from './screen.js';
import { fieldsOf } from './fields.js';
import { button, facts } from './list.js';
import { identityLink, linkTo } from './links.js';
import { count, foreign, moment, visible } from './text.js';
import { mayAct } from './roles.js';
import { payload, quoted, reading } from './payload.js';

/** Asks for the reason and releases a parked message. */
export function release(item, then) {
  ask({
    name: 'release',
    title: `Release parked message ${item.id}`,
    says: [`It goes through the route of consumer ${visible(item.consumer)} again, with its identity and headers.`],
    values: { id: item.id, version: item.standing.version },
    done: (answer) => {
      then(answer);
      return said(item.id, answer);
    },
  });
}

function said(id, { is, suppressed, plan }) {
  if (is === 'Planned') {
    return `The consumer of message ${id} does not run here; plan ${plan} releases it where it runs.`;
  }
  if (is === 'Stored') {
    return `Message ${id} is released: it is stored, and its consumer handles it next. If that fails for good, it is parked anew.`;
  }
  if (is === 'Absorbed') {
    return `Message ${id} is released: its identity had taken effect before, so nothing was repeated.`;
  }
  return `Message ${id} is released and took effect${suppressed ? `; ${count(suppressed, 'intent')} left out` : ''}.`;
}

/** Asks for the reason and withdraws a parked message. */
export function withdraw(item, then) {
  ask({
    name: 'withdraw',
    title: `Withdraw parked message ${item.id}`,
    says: ['It shall not take effect. This is final.'],
    values: { id: item.id, version: item.standing.version },
    done: () => {
      then();
      return `Message ${item.id} is withdrawn.`;
    },
  });
}

export class ParkedCase extends Screen {
  #opened = null;

  heading() {
    return `Parked message ${visible(this.place.steps[1])}`;
  }

  async read(signal) {
    const [item, user] = await Promise.all([look('parkedCase', { id: this.place.steps[1] }, signal), me()]);
    return { item, user };
  }

  draw({ item, user }) {
    const { consumer, cause, evidence, standing, message } = this.#opened ?? item;
    const waits = item.standing.state === 'PARKED';
    return [
      el(
        'p',
        { class: 'buttons' },
        waits && mayAct(user) ? [button('Release', 'r', () => release(item, () => this.load())), button('Withdraw', 'w', () => withdraw(item, () => this.load()))] : null,
        this.#opened ? null : reading(user, { name: 'parkedBody', of: `parked message ${item.id}`, values: { id: item.id } }, (opened) => this.open(opened)),
      ),
      facts([
        ['State', foreign(item.standing.state)],
        ['Consumer', linkTo(['parked'], { consumer }, consumer)],
        ['Identity', identityLink(evidence.identity)],
        ['Reason', foreign(cause.reason)],
        ['Failure', cause.group && foreign(cause.group)],
        ['Parked since', moment(standing.since)],
        ['Failed releases', String(item.standing.failures)],
        ['Claim', evidence.holdsClaim ? 'it holds the claim of its identity' : 'it holds no claim'],
        ['Fingerprint', evidence.offered && foreign(evidence.offered)],
        ['Remembered with', evidence.conflict && [foreign(evidence.conflict.recorded), ' since ', moment(evidence.conflict.at)]],
        ['Differing fields', evidence.differing?.length && foreign(evidence.differing.join(', '))],
        ['Came from', foreign(message.origin.destination)],
        ['JMSMessageID', foreign(message.origin.messageId)],
        ['Deliveries', String(message.origin.deliveries)],
        ['Body', `${visible(message.body.form)}, ${count(message.body.size, 'byte')}`],
        ['Headers', message.headers.count === undefined ? null : String(message.headers.count)],
      ]),
      fieldsOf(item.message.body),
      this.#opened ? payload(message, el('h2', {}, 'Failure'), quoted(cause.detail)) : null,
    ];
  }

  open(opened) {
    this.#opened = opened;
    this.load();
  }
}
