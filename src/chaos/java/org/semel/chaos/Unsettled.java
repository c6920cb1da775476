// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.semel.chaos.Facts.Doubts;

/** What kills have left in doubt, each with the restart from which its recovery is counted. */
final class Unsettled {

  /**
   * What one kill has left.
   *
   * @param since the restart of what it killed
   */
  private record Left(Strike strike, Doubts doubts, Instant since) {}

  /**
   * A recovery that is over.
   *
   * @param strike that made it necessary
   * @param kills that it had to live through, with that one
   */
  record Ended(Strike strike, Duration lasted, int kills) {}

  private final List<Left> open = new ArrayList<>();
  private Doubts givenUp = Doubts.NONE;

  /** What is waited for. */
  Doubts all() {
    return open.stream().map(Left::doubts).reduce(Doubts.NONE, Doubts::and);
  }

  /** Notes what of these this kill has left, and none before. */
  void add(Strike strike, Doubts visible, Instant restart) {
    Doubts left = visible.without(all()).without(givenUp);
    if (!left.isEmpty()) {
      open.add(new Left(strike, left, restart));
    }
  }

  /** Whether one of these was left by an earlier kill. */
  boolean isAmong(Doubts visible) {
    return !all().endedBy(visible);
  }

  /** Takes out what is in doubt no more. */
  List<Ended> ended(Doubts now, Strike last, Instant moment) {
    List<Left> over = open.stream().filter(left -> left.doubts().endedBy(now)).toList();
    open.removeAll(over);
    return over.stream()
        .map(
            left ->
                new Ended(
                    left.strike(),
                    Duration.between(left.since(), moment),
                    1 + last.number() - left.strike().number()))
        .toList();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** These are not waited for again after each further kill. */
  void giveUp() {
    givenUp = givenUp.and(all());
    open.clear();
  }
}
