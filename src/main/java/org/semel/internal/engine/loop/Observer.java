// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Hears of each event of one kind, for log lines, counters, states, spans and tests. Called on the
 * thread on which it happened, outside any transaction, and must not throw: what it hears has
 * happened.
 *
 * @param <E> the sealed interface of all that can happen there
 * @see <a href="https://en.wikipedia.org/wiki/Observer_pattern">Observer</a>
 */
@FunctionalInterface
public interface Observer<E> {

  /** This has happened. */
  void on(E event);

  /**
   * All of {@code observers} as one: each hears everything, in their order. One that throws against
   * its contract keeps nothing from the others; the first such exception is thrown when all have
   * heard.
   */
  static <E> Observer<E> all(List<? extends Observer<? super E>> observers) {
    List<? extends Observer<? super E>> all = List.copyOf(observers);
    return event -> hear(all, event);
  }

  private static <E> void hear(List<? extends Observer<? super E>> all, E event) {
    Throwable first = null;
    for (Observer<? super E> each : all) {
      try {
        each.on(event);
      } catch (RuntimeException | Error e) {
        first = first == null ? e : first;
      }
    }
    if (first instanceof Error broken) {
      throw broken;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  /**
   * An observer over one that may throw against its contract, or meet a library that is not there.
   * The event has happened, and must not be lost because a line could not be written.
   *
   * @param defect the event by which it hears of its own defect; empty if it cannot take that
   */
  static <E> Observer<E> guarded(
      Observer<? super E> observer, BiFunction<E, Throwable, Optional<E>> defect) {
    return new Observer<>() {
      @Override
      public void on(E event) {
        try {
          observer.on(event);
        } catch (RuntimeException | Error e) {
          defect.apply(event, e).ifPresent(this::on);
        }
      }
    };
  }
}
