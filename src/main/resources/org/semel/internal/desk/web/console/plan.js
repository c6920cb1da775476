// SPDX-License-Identifier: Apache-2.0
// One plan: its fixed set, and how far it has come.

import { el } from './dom.js';
import { act, look, me } from './api.js';
import { ask, tell } from './act.js';
import { Screen, sentence } from './screen.js';
import { button, facts } from './list.js';
import { count, foreign, visible } from './text.js';
import { mayAct, mayApprove } from './roles.js';
import { WORDS } from './plans.js';
import { drawSet, readSet } from './planset.js';

// What may be done from which state, as the API has it: name, label, key, what a person should know.
const START = ['startPlan', 'Start', 's', 'Nodes begin to work on exactly this set.'];
const PAUSE = ['pausePlan', 'Pause', 'p', 'What was done stays done; it can be resumed.'];
const RESUME = ['resumePlan', 'Resume', 'r', 'It continues, with one item at first.'];
const WITHDRAW = ['withdrawPlan', 'Withdraw', 'w', 'What was done stays done; the rest still waits. This is final.'];
const APPROVE = ['approvePlan', 'Approve', 'v', 'You agree to exactly this set. Its maker, or another operator, can start it then.'];
const MOVES = { __proto__: null, FROZEN: [START, WITHDRAW], RUNNING: [PAUSE, WITHDRAW], PAUSED: [RESUME, WITHDRAW], STOPPED: [RESUME, WITHDRAW] };

const REPORT = ['fresh', 'absorbed', 'conflicting', 'early', 'refused', 'gone', 'busy'];

export class Plan extends Screen {
  #report = null;
  #rehearsing = false;

  heading() {
    return `Plan ${visible(this.place.steps[1])}`;
  }

  async read(signal) {
    const id = this.place.steps[1];
    const [plan, user, set] = await Promise.all([look('plan', { id }, signal), me(), readSet(id, this.place.params, signal)]);
    return { plan, user, set };
  }

  draw({ plan, user, set }) {
    const { consumer, source, by, pace, progress } = plan;
    const moves = movesOf(plan, user);
    return [
      el('p', { class: 'set' }, `The set is fixed: ${setOf(plan)}.`),
      el(
        'p',
        { class: 'buttons' },
        moves.map(([name, label, key, says]) => button(label, key, () => this.move(plan, name, label, says))),
        mayAct(user) && moves.length > 0 ? button('Rehearse', 'h', () => this.rehearse(plan)) : null,
      ),
      facts([
        ['State', foreign(progress.state)],
        ['Of', foreign(consumer)],
        ['What it does', WORDS[source] ?? foreign(source)],
        ['Done', [el('progress', { max: progress.size, value: progress.done, 'aria-label': 'Done' }), ` ${progress.done} of ${progress.size}`]],
        ['Failed', String(progress.failed)],
        ['Pace', `${pace.rate} a second; stops above ${pace.errorShare} % failures`],
        ['Made by', foreign(by.who)],
        ['Why', foreign(by.why, 2000)],
        ['Second person', secondPerson(progress)],
      ]),
      this.#report ? [el('h2', {}, 'Rehearsal'), el('p', {}, 'What it would come to now, if no route failed:'), facts(REPORT.map((word) => [word, String(this.#report[word])]))] : null,
      drawSet(['plans', plan.id], this.place.params, set),
    ];
  }

  move(plan, name, label, says) {
    ask({
      name,
      title: `${label} plan ${plan.id}`,
      says: [`${setOf(plan)}.`, says],
      values: { id: plan.id, ...(name === 'approvePlan' ? { digest: plan.progress.digest } : {}) },
      done: (answer) => {
        this.load();
        return `Plan ${plan.id}: ${stateOf(answer.plan.progress)}, ${setOf(answer.plan)}.`;
      },
    });
  }

  async rehearse(plan) {
    if (this.#rehearsing) {
      tell(`Plan ${plan.id} is being rehearsed; a large one takes minutes.`);
      return;
    }
    this.#rehearsing = true;
    tell(`Rehearsing plan ${plan.id}…`);
    try {
      this.#report = await act('rehearse', { id: plan.id });
      tell(`Plan ${plan.id} was rehearsed; nothing was changed.`);
      this.load();
    } catch (failure) {
      tell(sentence(failure));
    } finally {
      this.#rehearsing = false;
    }
  }
}

// A plan that waits for a second person can be approved by another, and withdrawn; not started.
function movesOf({ by, progress }, user) {
  const awaits = progress.state === 'FROZEN' && progress.approval.is === 'Awaited';
  const another = visible(user.user).toLowerCase() !== visible(by.who).toLowerCase();
  const usual = mayAct(user) ? (MOVES[progress.state] ?? []) : [];
  return [...(awaits && another && mayApprove(user) ? [APPROVE] : []), ...usual.filter((move) => !awaits || move !== START)];
}

function secondPerson({ approval }) {
  return { __proto__: null, NotNeeded: 'not needed', Awaited: 'awaited: somebody else must approve it before it can start' }[approval.is] ?? foreign(approval.who);
}

function stateOf({ state, approval }) {
  return state === 'FROZEN' && approval.is === 'ApprovedBy' ? 'approved' : state;
}

function setOf({ progress }) {
  return `${count(progress.size, 'item')}, digest ${visible(progress.digest)}`;
}
