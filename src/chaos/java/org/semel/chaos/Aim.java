// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.chaos.Strike.Moment.ByChance;
import org.semel.chaos.Strike.Moment.InWindow;
import org.semel.chaos.Strike.Target;

/** Waits for the moment in which a strike is to come. */
final class Aim {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** A server recovers once it has started, and there may be other work for the machine. */
  private static final Duration RECOVERY = Duration.ofMinutes(2);

  private final Estate estate;
  private final Sender sender;
  private final int part;

  /**
   * Aims at these.
   *
   * @param part how many messages there are for each strike
   */
  Aim(Estate estate, Sender sender, int part) {
    this.estate = estate;
    this.sender = sender;
    this.part = part;
  }

  /**
   * From when the moment is counted.
   *
   * @param restart of what was killed before
   * @param confirmed sends, once all that was released is
   */
  record Since(Instant restart, int confirmed) {}

  /** Before the work is released. A server that is aimed at dies of it by itself. */
  void arm(Strike strike) {
    if (strike.moment() instanceof InWindow in) {
      Armed armed = estate.node(strike).armed();
      if (estate.hit(strike.target()) == Target.SERVER) {
        armed.halt(in.window(), in.skip());
      } else {
        armed.hold(in.window(), in.skip());
      }
    }
  }

  /** Waits for the moment; false if it did not come. */
  boolean take(Strike strike, Since since) {
    try {
      if (strike.moment() instanceof ByChance chance) {
        awaitMoment(chance, strike.again(), since);
      } else if (estate.hit(strike.target()) == Target.SERVER) {
        Node node = estate.node(strike);
        return node.server().awaitEnd(strike.again() ? RECOVERY : PATIENCE)
            && node.armed().hasHalted();
      } else {
        Armed armed = estate.node(strike).armed();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(armed::isHeld);
      }
      return true;
    } catch (ConditionTimeoutException itDidNotCome) {
      return false;
    }
  }

  /** Somewhere in the part; or somewhere in the boot and recovery of what was killed before. */
  private void awaitMoment(ByChance chance, boolean again, Since since) {
    if (again) {
      Instant moment = since.restart().plusMillis((long) (500 + chance.share() * 15_000));
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> Instant.now().isAfter(moment));
      return;
    }
    int sends = (int) (since.confirmed() - part * (1 - chance.share()));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> sender.confirmed() >= sends);
  }
}
