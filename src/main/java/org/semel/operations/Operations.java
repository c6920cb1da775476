// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.semel.message.Identity;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.node.Node;

/**
 * Everything that an operator may do, as plain Java. The caller has authenticated the operator and
 * names the operator with every act. Safe for any thread. Each act runs in a transaction of its own
 * and leaves the caller's transaction alone. No argument and no result is null. Each instant is one
 * of the database's clock.
 *
 * <p>What is not possible as things stand is answered. What fails is thrown, as an {@link
 * org.semel.SemelException} with one of these codes:
 *
 * <ul>
 *   <li>{@code SEMEL-0822}: what only reads could not be read, as the database is away, say.
 *   <li>{@code SEMEL-0801}: an act was rolled back, and has changed nothing. It may be done again.
 *   <li>{@code SEMEL-0205}: it is unknown whether an act holds; look at what it was done to.
 * </ul>
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

  /** Listing intents, withdrawing them, sending them again, and settling them by hand. */
  IntentActs intents();

  /** Pausing consumers and destinations on all nodes, and resuming them. */
  PauseActs pauses();

  /** Looking one identity up, forgetting it, erasing what is kept of it, and remembering many. */
  Identities identities();

  /** The backlog of all consumers of this database. */
  List<BacklogCount> waitingMessages();

  /** The backlog of all destinations of this database. */
  List<BacklogCount> waitingIntents();

  /** What is prepared in this database, at brokers, and decided in this node's transaction log. */
  InDoubtReport inDoubt();

  /**
   * The findings with this key, or this JMSMessageID, of any of {@code consumers}; and intents of
   * all consumers whose provider calls their effect so. A message that took effect is found by its
   * JMSMessageID only if it was kept.
   */
  Findings find(String id, Collection<String> consumers);

  /** The consumers that are registered in this database, by their names. */
  List<ConsumerName.Known> consumers();

  /** This node: how its consumers and destinations are. Other nodes have answers of their own. */
  Node node();

  /**
   * The names of those consumers of this application that have proven their transactions and are
   * not stopped.
   */
  Set<String> running();

  /**
   * The acts of operators, the latest first.
   *
   * @param which {@link AuditFilter#ALL} for all
   * @param before only entries of a lower number; {@link Long#MAX_VALUE} for all
   * @param most 1 or more
   */
  List<AuditEntry.Noted> audit(AuditFilter which, long before, int most);

  /**
   * The findings under one id, of several consumers.
   *
   * @param identities with this key, of which any table knows something, by their consumers' names
   * @param aggregates the same of aggregates
   * @param parked numbers of parked messages with this JMSMessageID: those that wait, then those
   *     that are settled and not deleted yet; the oldest first
   * @param kept numbers of kept messages with this JMSMessageID, the oldest first
   * @param intents with this provider's reference, the latest first
   */
  record Findings(
      List<Identity> identities,
      List<Identity> aggregates,
      List<Long> parked,
      List<Long> kept,
      List<IntentRecord> intents) {

    /** So many of each kind are found, and no more. */
    public static final int MOST = 100;

    public Findings {
      identities = List.copyOf(identities);
      aggregates = List.copyOf(aggregates);
      parked = List.copyOf(parked);
      kept = List.copyOf(kept);
      intents = List.copyOf(intents);
    }
  }
}
