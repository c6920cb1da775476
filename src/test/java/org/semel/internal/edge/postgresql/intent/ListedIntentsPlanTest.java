// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ExplainedQuery;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.IntentState;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;
import org.semel.small.SmallServer;

/**
 * What an operator asks of intents is read from the index of those in their state, however many
 * there are of others. The planner knows of many in each state, as few are sorted at once, whatever
 * index they are read from.
 */
class ListedIntentsPlanTest {

  private static final String DESTINATION = "intents-plan";

  private final SmallServer server = SmallServer.shared();

  @BeforeEach
  void manyAreInEachState() {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest, state, due_at, recorded_at, settled_at)
            SELECT gen_random_uuid(), '', i, '%s', 0, '{}', 'NONE', '', '', state, at, at, at
            FROM unnest(ARRAY['pending', 'leased', 'delivered', 'parked', 'withdrawn']) AS state,
              generate_series(1, 2000) AS i, LATERAL (SELECT clock_timestamp() - i * interval '1 hour' AS at)
            """
                .formatted(DESTINATION));
    server.postgres().execute("ANALYZE semel_intent");
  }

  @AfterEach
  void noneIsLeft() {
    server.postgres().execute("DELETE FROM semel_intent WHERE destination = '" + DESTINATION + "'");
  }

  @Test
  void aFilterOfAllConditionsReadsOnlyWhatIsParked() {
    ParkedFilter all =
        ParkedFilter.ALL.ofGroup("HTTP status 422").saying("422").keys(Set.of("1", "2"));
    assertThat(plan(ParkedIntents.LIST, ParkedIntents.binder(DESTINATION, all, Position.START, 50)))
        .anyMatch(line -> line.contains("semel_intent_parked"))
        .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
  }

  @Test
  void groupsReadOnlyWhatIsParked() {
    for (Optional<String> destination :
        List.of(Optional.of(DESTINATION), Optional.<String>empty())) {
      assertThat(
              plan(ParkedIntents.GROUPS, ParkedIntents.binder(destination, GroupPlace.START, 50)))
          .anyMatch(line -> line.contains("semel_intent_parked"))
          .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
    }
  }

  @Test
  void aListOfEachStateIsReadInTheOrderOfItsIndex() {
    Map<IntentState, String> indexes =
        Map.of(
            IntentState.PENDING, "semel_intent_due",
            IntentState.LEASED, "semel_intent_due",
            IntentState.PARKED, "semel_intent_parked",
            IntentState.DELIVERED, "semel_intent_delivered",
            IntentState.WITHDRAWN, "semel_intent_withdrawn");
    indexes.forEach(
        (state, index) -> {
          Instant first = state.isFinal() ? Instant.now() : Instant.EPOCH;
          Optional<Position> after = Optional.of(new Position(first, new UUID(1, 1)));
          assertThat(
                  plan(
                      ListedIntents.sql(state),
                      ListedIntents.binder(DESTINATION, IntentFilter.of(state), after, 50)))
              .anyMatch(line -> line.contains("Index Scan") && line.contains("using " + index))
              .anyMatch(line -> line.contains("Presorted Key: i." + orderOf(state)))
              .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
        });
  }

  private static String orderOf(IntentState state) {
    return switch (state) {
      case PENDING, LEASED -> "due_at";
      case PARKED -> "recorded_at";
      case DELIVERED, WITHDRAWN -> "settled_at";
    };
  }

  private List<String> plan(String sql, Jdbc.Binder binder) {
    return ExplainedQuery.plan(server, sql, binder);
  }
}
