// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.registry.Registration.IdentityPolicy;

/** The names of consumers, in the database. Every act joins the caller's transaction. */
public interface Registry {

  /**
   * Registers {@code wanted}, unless its name is registered already, and keeps others from changing
   * that until the transaction ends.
   *
   * @return what stands under the name now
   */
  Registration register(Registration wanted);

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
   * @param until when what it knows must be looked up, by the database's clock
   */
  record Former(IdentityPolicy memory, Instant until) {}

  /**
   * The names of the transactions that are prepared, have claimed an identity of whatever consumer,
   * or may have, and are not decided yet.
   */
  Set<String> undecided();

  /** What waits in the database for a consumer, beside its messages in the broker. */
  LeftBehind leftBehind(String consumer);
}
