// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.function.Supplier;
import org.semel.receive.Replayer;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/**
 * All that an operator may do, as plain Java. Whoever calls has authenticated the operator, and
 * says who it is with every act. Safe for any thread; acts run in transactions of their own, and a
 * transaction of the caller's is left alone.
 *
 * <p>In a web application: {@code @Inject Operations operations}. It can be injected before Semel
 * has started, and used from then on.
 */
public final class Operations {

  private final Supplier<Office> office;

  /**
   * What acts are done with.
   *
   * @param transactions of the server
   * @param faults tells faults that pass from faults that stay
   * @param replayer knows the consumers that run here
   * @param archive what acts are done to
   */
  public record Office(
      Transactions transactions, Faults faults, Replayer replayer, Archive archive) {}

  /**
   * What acts are done to.
   *
   * @param audit what operators did
   * @param cases parked messages
   */
  public record Archive(Audit audit, Cases cases) {}

  /**
   * Operations that begin once {@code office} gives something.
   *
   * @param office may throw {@link IllegalStateException} before Semel has started
   */
  public Operations(Supplier<Office> office) {
    this.office = office;
  }

  /** Releasing and withdrawing parked messages. */
  public ParkedActs parked() {
    Office open = office.get();
    return new ParkedActs(desk(open), open.archive().cases(), open.replayer(), open.faults());
  }

  private static Desk desk(Office open) {
    return new Desk(open.transactions(), open.archive().audit());
  }
}
