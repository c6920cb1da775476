// SPDX-License-Identifier: Apache-2.0
// One message that took effect and was kept.

import { el } from './dom.js';
import { look, me } from './api.js';
import { ask } from './act.js';
import { Screen } from './screen.js';
import { fieldsOf } from './fields.js';
import { button, facts } from './list.js';
import { identityLink, linkTo } from './links.js';
import { count, foreign, moment, visible } from './text.js';
import { mayAct } from './roles.js';
import { payload, reading } from './payload.js';

/** Asks for the reason and replays a kept message. */
export function replay({ id }, then) {
  ask({
    name: 'replay',
    title: `Replay kept message ${id}`,
    says: ['It goes to its consumer again. A remembered identity is absorbed; only a forgotten one takes effect again.'],
    values: { id },
    done: (answer) => {
      then();
      return said(id, answer);
    },
  });
}

function said(id, { is, plan }) {
  if (is === 'Planned') {
    return `The consumer of message ${id} does not run here; plan ${plan} replays it where it runs.`;
  }
  if (is === 'Stored') {
    return `Message ${id} is stored, and its consumer handles it next. If that fails for good, it is parked.`;
  }
  return is === 'Absorbed' ? `Message ${id} was absorbed: its identity is remembered.` : `Message ${id} took effect again.`;
}

export class Kept extends Screen {
  #opened = null;

  heading() {
    return `Kept message ${visible(this.place.steps[1])}`;
  }

  async read(signal) {
    const [item, user] = await Promise.all([look('kept', { id: this.place.steps[1] }, signal), me()]);
    return { item, user };
  }

  draw({ item, user }) {
    const { identity, message, kept } = item;
    return [
      el(
        'p',
        { class: 'buttons' },
        mayAct(user) ? button('Replay', 'r', () => replay(item, () => this.load())) : null,
        this.#opened ? null : reading(user, { name: 'keptBody', of: `kept message ${item.id}`, values: { id: item.id } }, (opened) => this.open(opened)),
      ),
      facts([
        ['Consumer', linkTo(['kept'], { consumer: identity.consumer }, identity.consumer)],
        ['Identity', identityLink(identity)],
        ['Kept since', moment(kept)],
        ['Came from', foreign(message.origin.destination)],
        ['JMSMessageID', foreign(message.origin.messageId)],
        ['Body', `${visible(message.body.form)}, ${count(message.body.size, 'byte')}`],
      ]),
      fieldsOf(message.body),
      this.#opened ? payload(this.#opened.message) : null,
    ];
  }

  open(opened) {
    this.#opened = opened;
    this.load();
  }
}
