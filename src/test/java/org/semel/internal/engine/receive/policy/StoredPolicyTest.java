// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.policy.StoredPolicy.Budget;
import org.semel.internal.engine.receive.policy.StoredPolicy.Retries;

/** Which failures are not tried again. */
class StoredPolicyTest {

  private final Retries retries =
      new Retries(
          new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)),
          Set.of(RuntimeException.class.getName(), IOException.class.getName()),
          Set.of(UncheckedIOException.class.getName()),
          new Budget(20, 10));

  @Test
  void theNearestOfItsClassesThatIsNamedDecides() {
    assertThat(retries.isTerminal(new IllegalStateException("no"))).isTrue();
    assertThat(retries.isTerminal(new UncheckedIOException(new IOException("no")))).isFalse();
    assertThat(retries.isTerminal(new Exception("nobody names it"))).isFalse();
  }

  @Test
  void ifNoneIsNamedItsCauseDecides() {
    assertThat(retries.isTerminal(new Exception(new IOException("no")))).isTrue();
    assertThat(retries.isTerminal(new Exception(new UncheckedIOException(new IOException()))))
        .isFalse();
  }

  @Test
  void causesAreFollowedForTwentyAndNoFurther() {
    assertThat(retries.isTerminal(below(19))).isTrue();
    assertThat(retries.isTerminal(below(20))).isFalse();
  }

  @Test
  void causesThatGoInACircleComeToAnEnd() {
    Exception one = new Exception("one");
    one.initCause(new Exception("the other", one));
    assertThat(retries.isTerminal(one)).isFalse();
  }

  private static Exception below(int others) {
    Exception failure = new IOException("no");
    for (int i = 0; i < others; i++) {
      failure = new Exception("wrapped", failure);
    }
    return failure;
  }
}
