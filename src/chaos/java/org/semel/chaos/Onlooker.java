// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Facts.Left;
import org.semel.chaos.small.SmallNode;
import org.semel.estate.Artemis;
import org.semel.estate.ConfirmationProvider;
import org.semel.estate.Postgres;
import org.semel.estate.Producer;

/** Asks everybody in a stack of small nodes how things stand. */
final class Onlooker {

  private static final String UNDER_WAY =
      """
      SELECT (SELECT count(*) FROM semel_inbox WHERE state NOT IN ('COMPLETED', 'PARKED'))
           + (SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased'))
      """;

  private final Postgres postgres;
  private final Artemis broker;
  private final ConfirmationProvider provider;
  private final List<NodeProcess> nodes;

  /**
   * Of these.
   *
   * @param nodes may become more, or fewer
   */
  Onlooker(
      Postgres postgres, Artemis broker, ConfirmationProvider provider, List<NodeProcess> nodes) {
    this.postgres = postgres;
    this.broker = broker;
    this.provider = provider;
    this.nodes = nodes;
  }

  Facts facts(String run) {
    Left left = new Left(broker.messages(SmallNode.QUEUE), Witnesses.keys(deadLetters()), doubts());
    return Witnesses.of(new Witnesses.Hearing(postgres, run, effectsOfIntents(), left));
  }

  /** The provider applies a key once; a queue takes whatever comes. */
  private List<String> effectsOfIntents() {
    List<String> keys = new ArrayList<>(provider.keys());
    try (Producer reader = Producer.to(broker, SmallNode.CONFIRMATIONS)) {
      keys.addAll(reader.browse("IdempotencyKey"));
    }
    return keys;
  }

  Doubts doubts() {
    Set<String> log = new HashSet<>();
    nodes.forEach(node -> log.addAll(TransactionLog.records(node.objectStore())));
    return new Doubts(Set.copyOf(postgres.gids()), broker.branches().prepared(), log);
  }

  /** Whether all has been worked off. */
  boolean isQuiet() {
    return broker.messages(SmallNode.QUEUE) == 0
        && postgres.number(UNDER_WAY) == 0
        && doubts().count() == 0;
  }

  private List<String> deadLetters() {
    try (Producer reader = Producer.to(broker, Artemis.DEAD_LETTERS)) {
      return reader.browse();
    }
  }
}
