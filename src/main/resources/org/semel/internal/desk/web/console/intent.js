// SPDX-License-Identifier: Apache-2.0
// One intent, wherever it stands.

import { el } from './dom.js';
import { look, me } from './api.js';
import { ask } from './act.js';
import { Screen } from './screen.js';
import { button, facts } from './list.js';
import { identityLink, linkTo } from './links.js';
import { foreign, moment, visible } from './text.js';
import { mayAct } from './roles.js';
import { payload, reading } from './payload.js';

/** Asks for the reason and makes an intent due. */
export function retry(item, then) {
  settle(item, then, 'retryIntent', 'Retry', 'It is sent again, whatever became of earlier attempts: you vouch that it did not take effect, or may do so twice.', 'is due now');
}

/** Asks for the reason and withdraws an intent. */
export function withdrawIntent(item, then) {
  settle(item, then, 'withdrawIntent', 'Withdraw', 'It is never sent again. This is final.', 'is withdrawn');
}

/** Asks for the reference and the reason, and records that an intent took effect. */
export function delivered(item, then) {
  settle(item, then, 'intentDelivered', 'Delivered', 'It took effect, as you know from the provider. Nothing is sent. This is final.', 'is recorded as delivered', [
    ['reference', 'What the provider calls the effect', { required: true, maxlength: 500 }],
  ]);
}

function settle({ key, address, version }, then, name, word, says, came, fields = []) {
  ask({
    name,
    title: `${word}: intent ${visible(address.name ?? key)} to ${visible(address.destination)}`,
    says: [says],
    fields,
    values: { key, version },
    done: () => {
      then();
      return `Intent ${key} ${came}.`;
    },
  });
}

/** Whether it took effect, as far as anybody knows. */
export function tookEffect({ state, answers }) {
  if (state === 'DELIVERED') {
    return 'yes';
  }
  return answers.sending?.uncertain ? 'perhaps: no one has answered' : 'no';
}

export class Intent extends Screen {
  #opened = null;

  heading() {
    return `Intent ${visible(this.place.steps[1])}`;
  }

  async read(signal) {
    const [item, user] = await Promise.all([look('intent', { key: this.place.steps[1] }, signal), me()]);
    return { item, user };
  }

  draw({ item, user }) {
    const { key, cause, address, state, answers, recorded } = item;
    const then = () => this.load();
    const open = state !== 'DELIVERED' && state !== 'WITHDRAWN';
    return [
      el(
        'p',
        { class: 'buttons' },
        open && mayAct(user)
          ? [button('Retry', 'r', () => retry(item, then)), button('Withdraw', 'w', () => withdrawIntent(item, then)), button('Delivered', 'd', () => delivered(item, then))]
          : null,
        open && !this.#opened ? reading(user, { name: 'intentBody', of: `intent ${key}`, values: { key } }, (opened) => this.open(opened)) : null,
      ),
      facts([
        ['State', foreign(state)],
        ['Key', foreign(key)],
        ['Destination', linkTo(['intents'], { destination: address.destination }, address.destination)],
        ['Name', address.name && foreign(address.name)],
        ['Number', `${address.ordinal} of its cause, from 0`],
        ['Consumer', foreign(cause.consumer)],
        ['Of identity', identityLink(cause)],
        ['Recorded', moment(recorded)],
        ['Attempts', String(answers.attempts)],
        ['Reason', answers.reason && foreign(answers.reason)],
        ['Last answer', answers.last && foreign(answers.last)],
        ['Due', answers.sending?.due && moment(answers.sending.due)],
        ['Took effect', tookEffect(item)],
        ['Settled', answers.settled && moment(answers.settled)],
      ]),
      open && this.#opened ? payload(this.#opened) : null,
    ];
  }

  open(opened) {
    this.#opened = opened;
    this.load();
  }
}
