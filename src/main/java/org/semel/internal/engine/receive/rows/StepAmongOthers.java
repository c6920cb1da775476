// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

/** A route of several steps was in a transaction with others; it must be alone. */
final class StepAmongOthers extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StepAmongOthers() {
    super("a step among others", null, false, false);
  }
}
