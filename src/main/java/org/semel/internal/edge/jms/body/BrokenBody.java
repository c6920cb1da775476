// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.MessageFormatException;

/** A body came whole, and cannot be decoded; it comes again as it is. */
final class BrokenBody extends MessageFormatException {

  private static final long serialVersionUID = 1L;

  private final String detail;
  private final transient Excerpt evidence;
  private final long bytes;

  /**
   * Says {@code detail}.
   *
   * @param evidence what came
   * @param bytes how many were read, those included that were made of what came
   */
  BrokenBody(String detail, Excerpt evidence, long bytes) {
    super(detail);
    this.detail = detail;
    this.evidence = evidence;
    this.bytes = bytes;
  }

  String detail() {
    return detail;
  }

  Excerpt evidence() {
    return evidence;
  }

  long bytes() {
    return bytes;
  }
}
