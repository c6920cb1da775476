// SPDX-License-Identifier: Apache-2.0
// What all screens have in common: they read, draw, and read again as long as that disturbs no one.

import { el } from './dom.js';
import { Problem } from './api.js';
import { redraw } from './redraw.js';

// Longer than the API works on any answer: one that has not come by then does not come any more.
const PATIENCE = 5 * 60 * 1000;

/** A screen. Subclasses say `heading()`, `read()` and `draw(data)`, and `filter()` if they have one. */
export class Screen extends HTMLElement {
  #reading = null;
  #begun = 0;
  #body = el('div', {});
  #problem = el('div', {});
  place = { steps: [], params: {} };
  readAt = null;

  connectedCallback() {
    const filter = this.filter();
    this.append(el('h1', {}, this.heading()), ...(filter ? [filter] : []), this.#problem, this.#body);
    this.load();
  }

  disconnectedCallback() {
    this.#reading?.abort();
  }

  filter() {
    return null;
  }

  /** Whether a person is at work here, whom a new picture would disturb. */
  busy() {
    const focused = document.activeElement;
    const types = this.contains(focused) && focused.matches('input, select, textarea');
    const selection = getSelection();
    const selects = !selection.isCollapsed && selection.containsNode(this, true);
    return types || selects || this.querySelector('input[data-tick]:checked') !== null || document.querySelector('dialog[open]') !== null;
  }

  /** Whether an answer is still to be expected: who asks once more would only let the server work on both. */
  reads() {
    return this.#reading !== null && performance.now() - this.#begun < PATIENCE;
  }

  async load() {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#begun = performance.now();
    this.setAttribute('aria-busy', 'true');
    try {
      const data = await this.read(reading.signal);
      if (this.#reading === reading && !(this.readAt && this.busy())) {
        this.#draw(data);
      }
    } catch (failure) {
      if (this.#reading === reading && this.isConnected) {
        this.#fail(failure);
      }
    } finally {
      if (this.#reading === reading) {
        this.#reading = null;
        this.removeAttribute('aria-busy');
      }
    }
  }

  #draw(data) {
    redraw(this.#problem, this.closest('main'), []);
    redraw(this.#body, this.closest('main'), this.draw(data));
    this.readAt = performance.now();
    this.dispatchEvent(new CustomEvent('drawn', { bubbles: true }));
  }

  #fail(failure) {
    const lines = [el('p', { class: 'problem', role: 'alert' }, sentence(failure))];
    if (failure instanceof Problem && failure.status === 401) {
      lines.push(el('p', {}, el('button', { type: 'button', on: { click: () => location.reload() } }, 'Log in again')));
    }
    if (this.readAt) {
      lines.push(el('p', {}, 'What stands below is older.'));
    }
    redraw(this.#problem, this.closest('main'), lines);
    this.dispatchEvent(new CustomEvent('drawn', { bubbles: true }));
  }
}

/** What a failure comes to, for a person. */
export function sentence(failure) {
  return failure instanceof Problem ? failure.sentence() : `The server did not answer: ${failure.message}`;
}
