// SPDX-License-Identifier: Apache-2.0
// The page: which screen is shown, when it reads again, and which keys do what.

import { el, show } from './dom.js';
import { me } from './api.js';
import { placeOf, hashOf, go, returnToPlace } from './place.js';
import { age, foreign } from './text.js';
import { onKeys, help } from './keys.js';
import { redraw } from './redraw.js';
import { partOf } from './roles.js';
import { screenOf, screensOf } from './screens.js';

const PERIOD = 5000;
const TICK = 1000;

// A page that no one uses must not keep its login alive.
const UNUSED = 15 * 60 * 1000;

const main = document.getElementById('screen');
const shownAge = document.getElementById('age');
const pause = document.getElementById('pause');
let current = null;
let user = null;
let due = PERIOD;
let used = performance.now();

function open() {
  document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
  const place = placeOf(location.hash);
  const screen = screenOf(place);
  const focused = main.contains(document.activeElement) || document.activeElement === document.body;
  current = screen;
  due = PERIOD;
  main.dataset.place = location.hash;
  show(main, screen);
  document.title = `${screen.heading()} – Semel`;
  showScreens();
  if (focused) {
    main.focus();
  }
  showAge();
}

/** Whose roles cover a part only is not led to where everything is shown. */
function showScreens() {
  const here = placeOf(location.hash).steps[0] ?? '';
  redraw(
    document.getElementById('screens'),
    main,
    screensOf(user).map(({ step, name }) =>
      el('a', { href: hashOf(step ? [step] : []), 'aria-current': here === step ? 'page' : false }, name),
    ),
  );
}

/** What the screens say of "this database" is said of no more than this. */
function showPart() {
  const names = partOf(user);
  const line = document.getElementById('part');
  line.hidden = names.length === 0;
  show(line, names.length > 0 ? ['You see a part: ', foreign(names.join(', '), 1000), '. What is of others is left out.'] : null);
}

function tick() {
  showAge();
  if (document.hidden || isPaused() || !current) {
    return;
  }
  due -= TICK;
  if (due <= 0 && !current.reads() && !waits()) {
    due = PERIOD;
    current.load();
  }
}

function showAge() {
  if (!current?.readAt) {
    show(shownAge, 'Not read yet.');
    return;
  }
  const read = `Read ${age((performance.now() - current.readAt) / 1000)} ago`;
  const why = isPaused() ? 'refresh is paused' : waits() ? 'refresh waits for you' : `refresh every ${PERIOD / 1000} s`;
  show(shownAge, `${read}; ${why}.`);
}

function waits() {
  return current.busy() || performance.now() - used > UNUSED;
}

function isPaused() {
  return pause.getAttribute('aria-pressed') === 'true';
}

pause.addEventListener('click', () => {
  pause.setAttribute('aria-pressed', String(!isPaused()));
  show(pause, isPaused() ? 'Refresh again' : 'Pause refresh');
  showAge();
});
document.getElementById('help').addEventListener('click', help);
document.getElementById('find').addEventListener('submit', (event) => {
  event.preventDefault();
  const q = document.getElementById('q').value.trim();
  if (q) {
    go(['find'], { q });
  }
});
onKeys({
  goTo: go,
  find: () => document.getElementById('q').focus(),
  pause: () => pause.click(),
  reload: () => current?.load(),
  rows: () => [...main.querySelectorAll('[data-row] [data-first]')],
  within: main,
});
main.addEventListener('drawn', () => {
  showAge();
  if (!user) {
    me().then((known) => {
      user = known;
      showScreens();
      showPart();
    }, () => {});
  }
});
window.addEventListener('hashchange', open);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isPaused()) {
    due = 0;
  }
});
for (const use of ['keydown', 'pointerdown', 'hashchange']) {
  window.addEventListener(use, () => {
    used = performance.now();
  });
}
setInterval(tick, TICK);
returnToPlace();
open();
