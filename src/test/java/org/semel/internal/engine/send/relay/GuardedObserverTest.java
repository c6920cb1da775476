// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Destination;

/** Whatever is told is passed on, and what the one who is told throws holds nothing up. */
class GuardedObserverTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration LONG = Duration.ofSeconds(1);

  private final List<String> told = new ArrayList<>();
  private final List<Throwable> interruptions = new ArrayList<>();
  private Optional<Throwable> defect = Optional.empty();
  private final RelayListener guarded =
      RelayListener.reportingTo(Observer.guarded(this::hear, RelayEvent::defect));

  static Stream<Arguments> events() {
    return Stream.of(
        event("begins", listener -> listener.begins(MAIL)),
        event("settled", listener -> listener.settled(MAIL, null)),
        event("leaseLost", listener -> listener.leaseLost(MAIL, null)),
        event("circuitOpened", listener -> listener.circuitOpened(MAIL, 3, LONG)),
        event("circuitClosed", listener -> listener.circuitClosed(MAIL)),
        event("questionsUnanswered", listener -> listener.questionsUnanswered(MAIL, 3, LONG)),
        event("questionsAnswered", listener -> listener.questionsAnswered(MAIL)),
        event("destinationPaused", listener -> listener.destinationPaused(MAIL, "why", LONG)),
        event("destinationResumed", listener -> listener.destinationResumed(MAIL)),
        event("givenUp", listener -> listener.givenUp(MAIL, null, LONG)),
        event("exhausted", listener -> listener.exhausted(MAIL, 8)),
        event("relieved", listener -> listener.relieved(MAIL)),
        event("resumed", listener -> listener.resumed(MAIL)));
  }

  private static Arguments event(String name, Consumer<RelayListener> event) {
    return Arguments.of(name, event);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("events")
  void whatIsToldIsPassedOn(String name, Consumer<RelayListener> event) {
    event.accept(guarded);
    assertThat(told).containsExactly(name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("events")
  void whoThrowsIsToldOfThat(String name, Consumer<RelayListener> event) {
    IllegalStateException thrown = new IllegalStateException("no space on the log's disk");
    defect = Optional.of(thrown);
    event.accept(guarded);
    assertThat(told).containsExactly(name, "interrupted");
    assertThat(interruptions).containsExactly(thrown);
    assertThat(thrown).hasNoSuppressedExceptions();
  }

  /** A class that the server no longer has, or has in another version, say. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("events")
  void whatIsMissingInTheListenerHoldsNothingUpEither(String name, Consumer<RelayListener> event) {
    Error thrown = new NoSuchMethodError("of a metrics library");
    defect = Optional.of(thrown);
    event.accept(guarded);
    assertThat(told).containsExactly(name, "interrupted");
    assertThat(interruptions).containsExactly(thrown);
  }

  @Test
  void whoThrowsWhenItIsToldOfAnOutageLeavesItsDefectWithThat() {
    IllegalStateException outage = new IllegalStateException("away");
    guarded.interrupted(MAIL, outage, LONG);
    assertThat(outage).hasNoSuppressedExceptions();
    IllegalStateException thrown = new IllegalStateException("nor now");
    defect = Optional.of(thrown);
    guarded.interrupted(MAIL, outage, LONG);
    assertThat(outage).hasSuppressedException(thrown);
    assertThat(told).containsExactly("interrupted", "interrupted");
  }

  private void hear(RelayEvent event) {
    String name = event.getClass().getSimpleName();
    told.add(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
    if (event instanceof RelayEvent.Interrupted interrupted) {
      interruptions.add(interrupted.cause());
    }
    if (defect.orElse(null) instanceof Error broken) {
      throw broken;
    }
    if (defect.isPresent()) {
      throw (RuntimeException) defect.get();
    }
  }
}
