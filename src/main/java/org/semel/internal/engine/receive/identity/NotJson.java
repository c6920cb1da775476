// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.io.Serial;

/**
 * A body that was to be read as JSON and cannot be; the message says why without quoting the body.
 */
final class NotJson extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final String why;

  NotJson(String why) {
    super(why, null, false, false); // an answer: it is remembered, and no one asks for its trace
    this.why = why;
  }

  String why() {
    return why;
  }
}
