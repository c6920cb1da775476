// SPDX-License-Identifier: Apache-2.0
// The dialog of an act: what it does, its reason, and what came of it.

import { el, show } from './dom.js';
import { openDialog } from './dialog.js';
import { Tries } from './tries.js';
import { sentence } from './screen.js';
import { linkTo } from './links.js';

const REMEMBERED = 'semel-why';

/**
 * Asks for the reason and does the act.
 *
 * @param name of the act in the API's table
 * @param title what it does, and to what
 * @param says sentences that a person should know before
 * @param fields more to ask for: [name, label, attributes of the input]
 * @param values what the API gets beside them
 * @param done gets the answer, and says what came of it
 */
export function ask({ name, title, says = [], fields = [], values = {}, done }) {
  const tries = new Tries(name);
  const outcome = el('p', { class: 'problem', role: 'alert' });
  const inputs = fields.map(([field, label, attributes]) => [field, label, el('input', { id: `act-${field}`, ...attributes })]);
  const why = el('textarea', { id: 'act-why', required: true, maxlength: 2000, rows: 3 });
  why.value = remembered();
  const submit = el('button', { class: 'main' }, 'Do it');
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'act-title' },
    el(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            doIt();
          },
        },
      },
      el('h2', { id: 'act-title' }, title),
      says.map((line) => el('p', {}, line)),
      inputs.map(([field, label, input]) => [el('label', { for: `act-${field}` }, label), input]),
      el('label', { for: 'act-why' }, 'Reason, for the audit (required)'),
      why,
      outcome,
      el('p', { class: 'buttons' }, submit, el('button', { type: 'button', on: { click: () => dialog.close() } }, 'Cancel')),
    ),
  );

  async function doIt() {
    if (submit.disabled) {
      return;
    }
    if (!why.value.trim()) {
      show(outcome, 'An act needs a reason.');
      why.focus();
      return;
    }
    const given = Object.fromEntries(inputs.map(([field, , input]) => [field, valueOf(input)]).filter(([, value]) => value !== ''));
    const asked = { ...values, ...given, why: why.value };
    if (tries.isAnother(asked)) {
      decide(asked);
      return;
    }
    await send(asked);
  }

  async function send(asked) {
    submit.disabled = true;
    show(outcome);
    let answer;
    try {
      answer = await tries.send(asked);
    } catch (failure) {
      show(outcome, sentence(failure), planInTheWay(failure));
      return;
    } finally {
      submit.disabled = false;
    }
    remember(why.value);
    getSelection().removeAllRanges(); // what it came to is shown, whatever was selected before
    dialog.close();
    tell(done(answer));
  }

  /** What was edited is another act; the one that got no answer may have been done, and only a person can find out. */
  function decide(asked) {
    show(
      outcome,
      'The first try got no answer, and may have been done. Look in the audit before you do it once more in these words. ',
      el('button', { type: 'button', on: { click: () => send(tries.unanswered) } }, 'Repeat the first try as it was'),
      ' ',
      el('button', { type: 'button', on: { click: () => { tries.anew(); send(asked); } } }, 'Do it anew, though it may be done twice'),
    );
    outcome.querySelector('button').focus();
  }

  dialog.addEventListener('close', () => {
    if (tries.unanswered) {
      tell(`${title}: no one has answered, and it may have been done. Look in the audit.`);
    }
  });
  openDialog(dialog, inputs[0]?.[2] ?? why);
  if (inputs.length === 0) {
    why.select(); // what is typed takes the place of the last reason
  }
}

/** The plan that a refusal names: it waits for a person, or is the one that was asked for. */
function planInTheWay({ body }) {
  const plan = body?.plan?.id ?? body?.plan;
  return Number.isInteger(plan) ? [' ', linkTo(['plans', plan], {}, `To plan ${plan}`)] : null;
}

function valueOf(input) {
  if (input.type === 'checkbox') {
    return input.checked;
  }
  return input.type === 'number' && input.value !== '' ? Number(input.value) : input.value;
}

/** Says what came of an act, to eyes and to screen readers. */
export function tell(line) {
  const status = document.getElementById('status');
  if (status && line) {
    show(status, line);
  }
}

function remembered() {
  try {
    return sessionStorage.getItem(REMEMBERED) ?? '';
  } catch {
    return '';
  }
}

function remember(reason) {
  try {
    sessionStorage.setItem(REMEMBERED, reason);
  } catch {
    // the browser keeps nothing; the next reason is typed anew
  }
}
