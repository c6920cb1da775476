// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Hears what interrupts a {@link Loop}. Called on the loop's thread, outside any transaction. */
public interface OutageListener {

  /** A step was interrupted; it is tried again after {@code pause}. */
  void interrupted(Throwable cause, Duration pause);

  /** After interruptions a step has succeeded. */
  void resumed();

  /** Reports both as events. */
  static <E> OutageListener reporting(
      Observer<E> observer,
      BiFunction<Throwable, Duration, ? extends E> interrupted,
      Supplier<? extends E> resumed) {
    return new OutageListener() {
      @Override
      public void interrupted(Throwable cause, Duration pause) {
        observer.on(interrupted.apply(cause, pause));
      }

      @Override
      public void resumed() {
        observer.on(resumed.get());
      }
    };
  }
}
