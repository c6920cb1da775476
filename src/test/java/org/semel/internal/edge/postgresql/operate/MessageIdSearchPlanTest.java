// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.ExplainedQuery;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.small.SmallServer;

/**
 * A search for a JMSMessageID reads the messages with that id, however many there are of others,
 * and an id of any length can be written. The planner is told not to read the whole table, so that
 * the size of this one decides nothing.
 */
class MessageIdSearchPlanTest {

  private static final String CONSUMER = "message-id-plan";

  private final SmallServer server = SmallServer.shared();

  @BeforeEach
  void manyAreThere() {
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_body (identity, consumer, key, headers, form, body, destination, message_id)
            SELECT gen_random_uuid(), '%s', i, '{}', 'NONE', '', '', repeat('x', i) || 'ID:' || i
            FROM generate_series(1, 3000) AS i
            """
                .formatted(CONSUMER));
    server
        .postgres()
        .execute(
            """
            INSERT INTO semel_parked (consumer, reason, detail, headers, form, body, destination, message_id, deliveries, state)
            SELECT '%s', 'GAP', '', '{}', 'NONE', '', '', repeat(md5(i::text), 300) || 'ID:' || i, 1, 'withdrawn'
            FROM generate_series(1, 3000) AS i
            """
                .formatted(CONSUMER));
    server.postgres().execute("ANALYZE semel_body, semel_parked");
  }

  @AfterEach
  void noneIsLeft() {
    for (String table : List.of("semel_body", "semel_parked")) {
      server.postgres().execute("DELETE FROM " + table + " WHERE consumer = '" + CONSUMER + "'");
    }
  }

  @Test
  void aSearchForAMessageIdReadsWhatHasIt() {
    Jdbc.Binder one = KeptSearch.messageIdBinder("ID:7", List.of(CONSUMER, "other"), 100);
    assertThat(plan(KeptSearch.WITH_MESSAGE_ID, one))
        .anyMatch(line -> line.contains("semel_body_message"))
        .noneMatch(line -> line.contains("Seq Scan on semel_body"));
    assertThat(plan(ParkedSearch.WITH_MESSAGE_ID, one))
        .anyMatch(line -> line.contains("semel_parked_message"))
        .noneMatch(line -> line.contains("Seq Scan on semel_parked"));
  }

  @Test
  void aListOfKeptMessagesByAMessageIdReadsWhatHasIt() {
    KeptFilter one = KeptFilter.ALL.messageId("ID:7");
    assertThat(plan(KeptSearch.sql(one), KeptSearch.binder(CONSUMER, one, 0, 50)))
        .anyMatch(line -> line.contains("semel_body_message"))
        .noneMatch(line -> line.contains("Seq Scan on semel_body"));
  }

  private List<String> plan(String sql, Jdbc.Binder binder) {
    return ExplainedQuery.plan(server, sql, binder);
  }
}
