// SPDX-License-Identifier: Apache-2.0
// Small curves of what this page itself has seen; nothing is kept when it is closed.

import { svg } from './dom.js';
import { age } from './text.js';

const MOST = 720;
const WIDTH = 120;
const HEIGHT = 24;

const seen = new Map();

/** Notes that `name` was `value` now. */
export function note(name, value) {
  const points = seen.get(name) ?? [];
  points.push({ at: performance.now(), value });
  seen.set(name, points.slice(-MOST));
}

/** What was noted of `name`, as a curve; its text says the same. */
export function spark(name) {
  const points = seen.get(name) ?? [];
  if (points.length < 2) {
    return null;
  }
  const [first, last] = [points[0], points[points.length - 1]];
  const values = points.map((point) => point.value);
  const most = Math.max(1, ...values);
  const span = last.at - first.at || 1;
  const line = points
    .map(({ at, value }) => `${(((at - first.at) / span) * WIDTH).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`)
    .join(' ');
  const label = `${first.value} to ${last.value} in ${age(span / 1000)}, at most ${Math.max(...values)}`;
  return svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': label },
    svg('title', {}, label),
    svg('polyline', { points: line }),
  );
}
