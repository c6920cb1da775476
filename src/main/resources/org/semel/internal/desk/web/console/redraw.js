// SPDX-License-Identifier: Apache-2.0
// Draws anew what a person may be at.

import { el, show } from './dom.js';

/**
 * Shows something else, if it is something else: where a reader looks, and what has the focus, stays so. What had it and is gone
 * leaves it to `heir`, if there is one.
 */
export function redraw(node, heir, ...children) {
  const next = el('div', {}, children);
  if (isDrawn(node, next)) {
    return;
  }
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  const alike = focused ? namesakes(node, focused).indexOf(focused) : -1;
  show(node, [...next.childNodes]);
  if (focused) {
    const same = namesakes(node, focused);
    (same[alike] ?? same[0] ?? heir)?.focus({ preventScroll: true });
  }
}

function isDrawn(node, next) {
  const drawn = [...node.childNodes];
  return drawn.length === next.childNodes.length && drawn.every((child, i) => child.isEqualNode(next.childNodes[i]));
}

/** The controls of `node` that are called as `control` is. */
function namesakes(node, control) {
  const name = ({ localName, dataset, textContent }) => dataset.focus ?? `${localName} ${textContent}`;
  return [...node.querySelectorAll('a, button, input, [tabindex]')].filter((other) => name(other) === name(control));
}
