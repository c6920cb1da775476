// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;

/**
 * Everything that an operator may do, as plain Java. The caller has authenticated the operator and
 * names the operator with every act. Safe for any thread. Each act runs in a transaction of its own
 * and leaves the caller's transaction alone.
 *
 * <p>In a web application: {@code @Inject Operations operations}. It can be injected before Semel
 * has started. Until then every method throws {@link IllegalStateException}.
 */
public interface Operations {

  /** Releasing and withdrawing parked messages. */
  ParkedActs parked();

  /** Setting aside stored messages that have not taken effect yet. */
  StoredActs stored();

  /** Replaying messages that took effect and were kept, and forgetting their identities before. */
  KeptActs kept();

  /** Importing dead letters from a broker. */
  DeadLetterActs deadLetters();

  /** Replaying many messages, or acting on many intents, by a plan. */
  PlanActs plans();

  /** Gaps between the versions of aggregates, declaring them lost, and setting aggregates back. */
  GapActs gaps();

  /** Listing parked intents, withdrawing them, sending them again, and settling them by hand. */
  IntentActs intents();

  /** Looking one identity up, forgetting it, and erasing what is kept of it. */
  Identities identities();

  /** The backlog of the consumers of this database. */
  List<BacklogCount> waitingMessages();

  /** The backlog of the destinations of this database. */
  List<BacklogCount> waitingIntents();
}
