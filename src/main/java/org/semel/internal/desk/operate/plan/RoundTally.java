// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.desk.operate.plan.PlanLeases.PlanLease;

/**
 * The counts of a round.
 *
 * @param done how many messages or intents have come to their end
 * @param errors how many of these to a bad one
 * @param rest after which those that have not are looked at again; empty if there are none
 */
record RoundTally(int done, int errors, Optional<Duration> rest) {

  static final RoundTally NOTHING = new RoundTally(0, 0, Optional.empty());

  /** The pause after which what was let go is looked at again. */
  private static final Duration REST = Duration.ofSeconds(1);

  /** With the rests between them they last two minutes, in which nothing of the plan ends. */
  private static final int LOOKS = 120;

  /** Whether what was let go has had its time, if it has not come to its end by now. */
  static boolean isLastLook(PlanLease lease) {
    return lease.run().stalls() + 1 >= LOOKS;
  }

  RoundTally with(ItemEnd end) {
    return new RoundTally(done + 1, errors + (end.isError() ? 1 : 0), rest);
  }

  /** One that was let go has not come to its end. */
  RoundTally awaiting() {
    return new RoundTally(done, errors, Optional.of(REST));
  }

  /** One could not be had; those that were let go are looked at sooner. */
  RoundTally resting(Duration pause) {
    return new RoundTally(done, errors, Optional.of(rest.orElse(pause)));
  }
}
