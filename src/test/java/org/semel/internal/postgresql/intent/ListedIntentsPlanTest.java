// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.postgresql.ExplainedQuery;
import org.semel.internal.postgresql.Jdbc;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.IntentState;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedFilter;
import org.semel.small.SmallServer;

/**
 * What an operator asks of intents is read from the index of those in their state, however many
 * there are of others. The planner is told not to read the whole table, so that the size of this
 * one decides nothing.
 */
class ListedIntentsPlanTest {

  private final SmallServer server = SmallServer.shared();

  @Test
  void aFilterOfAllConditionsReadsOnlyWhatIsParked() {
    ParkedFilter all =
        ParkedFilter.ALL.ofGroup("HTTP status 422").saying("422").keys(Set.of("1", "2"));
    assertThat(plan(ParkedIntents.LIST, ParkedIntents.binder("mail", all, Position.START, 50)))
        .anyMatch(line -> line.contains("using semel_intent_parked"))
        .noneMatch(line -> line.contains("Seq Scan on semel_intent"));
  }

  @Test
  void groupsReadOnlyWhatIsParked() {
    for (Optional<String> destination : List.of(Optional.of("mail"), Optional.<String>empty())) {
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
          Optional<Position> after = Optional.of(new Position(Instant.now(), new UUID(1, 1)));
          assertThat(
                  plan(
                      ListedIntents.sql(state),
                      ListedIntents.binder("mail", IntentFilter.of(state), after, 50)))
              .anyMatch(line -> line.contains("Scan") && line.contains("using " + index))
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
