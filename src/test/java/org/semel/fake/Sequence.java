// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.util.concurrent.atomic.AtomicLong;

/** One order over all that happens in memory. */
final class Sequence {

  private static final AtomicLong LATEST = new AtomicLong();

  private Sequence() {}

  static long next() {
    return LATEST.incrementAndGet();
  }
}
