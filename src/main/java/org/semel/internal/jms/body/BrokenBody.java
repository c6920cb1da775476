// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms.body;

import jakarta.jms.MessageFormatException;

/** A body came whole, and cannot be decoded; it comes again as it is. */
final class BrokenBody extends MessageFormatException {

  private static final long serialVersionUID = 1L;

  private final String detail;
  private final transient Excerpt evidence;

  /**
   * Says {@code detail}.
   *
   * @param evidence what came
   */
  BrokenBody(String detail, Excerpt evidence) {
    super(detail);
    this.detail = detail;
    this.evidence = evidence;
  }

  String detail() {
    return detail;
  }

  Excerpt evidence() {
    return evidence;
  }
}
