// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;

/** A clock beside a route hears of each run, whatever came of it. */
class MeasuredHandlerTest {

  private final AtomicLong clock = new AtomicLong();
  private final List<Long> told = new ArrayList<>();
  private final Message message = Messages.text("");
  private final Identity identity = new Identity("c", "k");

  @Test
  void aWholeRunAndEachStepIsTold() throws Exception {
    SteppedHandler measured = measured(Optional.empty());
    measured.handle(message, identity);
    Optional<RouteProgress> behind =
        Optional.of(new RouteProgress("step", Body.none(), Headers.none()));
    assertThat(measured.handle(message, identity, behind)).isEqualTo(behind);
    assertThat(told).containsExactly(3L, 5L);
  }

  @Test
  void aRunThatFailsIsToldToo() {
    IllegalStateException failure = new IllegalStateException();
    SteppedHandler measured = measured(Optional.of(failure));
    assertThatThrownBy(() -> measured.handle(message, identity)).isSameAs(failure);
    assertThatThrownBy(() -> measured.handle(message, identity, Optional.empty()))
        .isSameAs(failure);
    assertThat(told).containsExactly(3L, 5L);
  }

  private SteppedHandler measured(Optional<RuntimeException> failure) {
    return new MeasuredHandler(new Route(failure), clock::get, told::add);
  }

  /** Takes three nanoseconds for a whole run, and five for a step. */
  private final class Route implements SteppedHandler {

    private final Optional<RuntimeException> failure;

    private Route(Optional<RuntimeException> failure) {
      this.failure = failure;
    }

    @Override
    public void handle(Message handled, Identity claimed) {
      takes(3);
    }

    @Override
    public Optional<RouteProgress> handle(
        Message handled, Identity claimed, Optional<RouteProgress> behind) {
      takes(5);
      return behind;
    }

    private void takes(int nanos) {
      clock.addAndGet(nanos);
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
  }
}
