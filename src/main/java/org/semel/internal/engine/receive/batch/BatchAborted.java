// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

/**
 * Rolls a batch back, as one of its messages that was handled alone could not be; all of them must
 * go back to the queue for that.
 */
final class BatchAborted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient BatchResult.Aborted result;

  BatchAborted(BatchResult.Aborted result) {
    super("a message could not be handled alone", null, false, false);
    this.result = result;
  }

  BatchResult.Aborted result() {
    return result;
  }
}
