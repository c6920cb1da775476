// SPDX-License-Identifier: Apache-2.0
// The tries of one act. One that got no answer may have been done: under another key it would be done twice.

import { act, newKey, Problem } from './api.js';

// The API's words for an act under this key whose outcome it does not know yet, and for one that was undone.
const IN_WORK = 'SEMEL-0818';
const UNDONE = 'SEMEL-0801';

export class Tries {
  #name;
  #key = newKey();
  #unanswered = null;

  /** @param name of the act in the API's table */
  constructor(name) {
    this.#name = name;
  }

  /** What the try was sent with that got no answer; null if there is none. */
  get unanswered() {
    return this.#unanswered;
  }

  /** Whether `values` are not those of the try that got no answer. */
  isAnother(values) {
    return this.#unanswered !== null && JSON.stringify(values) !== JSON.stringify(this.#unanswered);
  }

  /** The next try is another act, whatever became of those before. */
  anew() {
    this.#key = newKey();
    this.#unanswered = null;
  }

  /** The same act under its key, which is done once. */
  async send(values) {
    try {
      const answer = await act(this.#name, values, this.#key);
      this.#unanswered = null;
      return answer;
    } catch (failure) {
      if (this.#isAnswer(failure)) {
        this.anew();
      } else {
        this.#unanswered ??= values;
      }
      throw failure;
    }
  }

  /** A repeat may be refused before its key is looked at, and that says nothing of the first try; but not as impossible. */
  #isAnswer(failure) {
    if (!(failure instanceof Problem) || failure.body.code === IN_WORK) {
      return false;
    }
    return this.#unanswered ? failure.status === 409 : failure.status < 500 || failure.body.code === UNDONE;
  }
}
