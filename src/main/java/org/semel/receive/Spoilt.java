// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

/**
 * Rolls a batch back, as a suspect among its messages failed again in the transaction of its own;
 * all of them must go back to the queue for that.
 */
final class Spoilt extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient PassResult result;

  Spoilt(PassResult result) {
    super("a suspect failed alone", null, false, false);
    this.result = result;
  }

  PassResult result() {
    return result;
  }
}
