// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;

/** The names of consumers, in the database. Every act joins the caller's transaction. */
public interface Registry {

  /**
   * Registers {@code wanted}, unless its name is registered already, and keeps others from changing
   * that until the transaction ends.
   *
   * @return what stood under the name; empty if it is new
   */
  Optional<Registration> register(Registration wanted);

  /**
   * Whether claims without a time are kept under a name, registered or not: those of classic routes
   * are, from their first start on.
   */
  boolean keepsClaims(String consumer);

  /** The registration under a name; others cannot change it until the transaction ends. */
  Optional<Registration> standing(String consumer);

  /**
   * The registrations under other names that receive from the same queue, in the order of the
   * names.
   */
  List<Registration> beside(Registration wanted);

  /**
   * Lets {@code consumer}, which is registered, go on for the one that was called {@code former}:
   * what that one remembers is its former memory from now on, and its versions are counted on.
   */
  void succeed(String consumer, String former);

  /** The name under which a consumer goes on, if another has taken over from it. */
  Optional<String> successor(String consumer);

  /** Lets {@code next} stand under its name; the memory that stood there becomes the former one. */
  void change(Registration next);

  /**
   * The memory that stood under the name before, if it was changed within {@code remember}: what it
   * knows must still be looked up.
   */
  Optional<Former> former(String consumer, Duration remember);

  /**
   * The memory before the latest change.
   *
   * @param name under which it lies; empty if it is the consumer's own
   * @param until when what it knows must be looked up, by the database's clock
   */
  record Former(Optional<String> name, IdentityPolicy memory, Instant until) {}

  /**
   * The names of the transactions that are prepared and not decided yet, and have written what some
   * consumer knows or what waits for it, or may have.
   */
  Set<String> undecided();

  /** The work that waits in the database for a consumer, beside its messages in the broker. */
  LeftBehind leftBehind(String consumer);
}
