// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CourierThreadsTest {

  /** It is interrupted before it is counted, and may be the first to say so. */
  @Test
  void whoComesBackBeforeItIsCountedAsLostIsCountedRightInTheEnd() {
    CourierThreads threads = new CourierThreads(1, Thread::new);
    assertThat(threads.regained()).as("was exhausted").isFalse();
    assertThat(threads.lost()).as("nobody hangs").isFalse();
    assertThat(threads.lost()).as("one hangs").isFalse();
    assertThat(threads.lost()).as("two hang").isTrue();
    assertThat(threads.isExhausted()).isTrue();
  }
}
