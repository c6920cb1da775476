// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.slf4j.MDC;

/** What the lines of a pool's thread are about ends with what they are about. */
class LogContextTest {

  private final List<Map<String, String>> contexts = new ArrayList<>();

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void aRoutesLinesTellConsumerAndTraceAndTheNextOnesDoNot() throws Exception {
    MDC.put("users", "own");
    SteppedHandler logged = new LoggedHandler("orders", route(Optional.empty()));
    logged.handle(
        TraceSamples.message(Map.of("TraceParent", TraceSamples.TRACE)), TraceSamples.identity());
    logged.handle(
        TraceSamples.message(Map.of("traceparent", TraceSamples.CANARY)),
        TraceSamples.identity(),
        Optional.empty());
    assertThat(contexts)
        .containsExactly(
            Map.of("users", "own", "consumer", "orders", "trace_id", TraceSamples.TRACE_ID),
            Map.of("users", "own", "consumer", "orders"));
    assertThat(now()).isEqualTo(Map.of("users", "own"));
  }

  @Test
  void aRouteThatFailsLeavesNothingBehind() {
    IllegalStateException failure = new IllegalStateException();
    SteppedHandler logged = new LoggedHandler("orders", route(Optional.of(failure)));
    Message message = TraceSamples.message(Map.of("traceparent", TraceSamples.TRACE));
    assertThatThrownBy(() -> logged.handle(message, TraceSamples.identity())).isSameAs(failure);
    assertThatThrownBy(() -> logged.handle(message, TraceSamples.identity(), Optional.empty()))
        .isSameAs(failure);
    assertThat(contexts).hasSize(2);
    assertThat(now()).isEmpty();
  }

  @Test
  void aDeliverysLinesTellDestinationAndTraceWhateverComesOfIt() {
    Provider logged = new LoggedProvider("mail", lease -> told(new Delivery.Accepted()));
    logged.deliver(TraceSamples.lease(Map.of("traceparent", TraceSamples.TRACE)));
    Provider failing =
        new LoggedProvider(
            "mail",
            lease -> {
              throw new IllegalStateException();
            });
    assertThatThrownBy(() -> failing.deliver(TraceSamples.lease(Map.of())))
        .isInstanceOf(IllegalStateException.class);
    assertThat(contexts)
        .containsExactly(Map.of("destination", "mail", "trace_id", TraceSamples.TRACE_ID));
    assertThat(now()).isEmpty();
  }

  @Test
  void oneWithinAnotherGivesBackWhatWasThere() {
    LogContext outer =
        LogContext.ofConsumer("orders", Headers.of(Map.of("traceparent", TraceSamples.TRACE)));
    LogContext inner = LogContext.ofConsumer("invoices", Headers.none());
    contexts.add(now());
    inner.close();
    contexts.add(now());
    outer.close();
    assertThat(contexts)
        .containsExactly(
            Map.of("consumer", "invoices"),
            Map.of("consumer", "orders", "trace_id", TraceSamples.TRACE_ID));
    assertThat(now()).isEmpty();
  }

  private Delivery told(Delivery answer) {
    contexts.add(now());
    return answer;
  }

  private static Map<String, String> now() {
    Map<String, String> all = MDC.getCopyOfContextMap();
    return all == null ? Map.of() : new HashMap<>(all);
  }

  private SteppedHandler route(Optional<RuntimeException> failure) {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) {
        contexts.add(now());
        failure.ifPresent(
            thrown -> {
              throw thrown;
            });
      }

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) {
        handle(message, identity);
        return Optional.empty();
      }
    };
  }
}
