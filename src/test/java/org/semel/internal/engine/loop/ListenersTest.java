// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Log and counters hear the same. */
class ListenersTest {

  private final List<String> heard = new ArrayList<>();

  @Test
  void allHearEverythingInTheirOrder() {
    OutageListener all = Listeners.of(OutageListener.class, List.of(named("a"), named("b")));
    all.interrupted(new IllegalStateException("x"), Duration.ofMillis(5));
    all.resumed();
    assertThat(heard).containsExactly("a x PT0.005S", "b x PT0.005S", "a resumed", "b resumed");
  }

  @Test
  void oneThatThrowsKeepsNothingFromTheOthersAndIsNotHidden() {
    OutageListener all =
        Listeners.of(
            OutageListener.class, List.of(throwing("first"), named("b"), throwing("second")));
    assertThatThrownBy(all::resumed).isInstanceOf(IllegalStateException.class).hasMessage("first");
    assertThat(heard).containsExactly("b resumed");
  }

  @Test
  void togetherTheyCanBeNamedAndCompared() {
    List<OutageListener> both = List.of(named("a"), named("b"));
    OutageListener all = Listeners.of(OutageListener.class, both);
    assertThat(all).hasToString(both.toString()).hasSameHashCodeAs(both);
  }

  @Test
  void oneAloneIsItself() {
    OutageListener alone = named("a");
    assertThat(Listeners.of(OutageListener.class, List.of(alone))).isSameAs(alone);
  }

  private OutageListener named(String name) {
    return new OutageListener() {
      @Override
      public void interrupted(Throwable cause, Duration pause) {
        heard.add(name + " " + cause.getMessage() + " " + pause);
      }

      @Override
      public void resumed() {
        heard.add(name + " resumed");
      }
    };
  }

  private static OutageListener throwing(String what) {
    return new OutageListener() {
      @Override
      public void interrupted(Throwable cause, Duration pause) {}

      @Override
      public void resumed() {
        throw new IllegalStateException(what);
      }
    };
  }
}
