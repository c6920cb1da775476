// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.semel.intent.Destination;
import org.semel.intent.Intent;
import org.semel.intent.Intent.Address;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Measures the relay: alone, and beside a destination that never answers. */
final class RelayTrack {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int INTENTS = 30_000;
  private static final int HANGING = 1_000;

  /** As a route would have recorded them; the key is derived, and so not the database's to make. */
  private static final String RECORD =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, content_type, body, digest)
      SELECT key, 'bench', cause, ?, 0, '{}', 'TEXT', 'application/json', body, sha256(body)
      FROM unnest(?::uuid[], ?::text[]) AS i (key, cause),
        convert_to('{"invoice":"' || cause || '","line":1}', 'UTF8') AS body
      """;

  private final Estate estate;
  private final Orders orders;

  RelayTrack(Estate estate, Orders orders) {
    this.estate = estate;
    this.orders = orders;
  }

  /** Intents per second, from the start of the relay until the last one is settled. */
  double alone() {
    estate.empty();
    return confirmations();
  }

  /** The same, while another destination's relay has all its couriers out and none comes back. */
  double besideOneThatHangs() {
    estate.empty();
    record("hanging", HANGING);
    orders.give("start?route=hanging");
    await().atMost(PATIENCE).until(() -> count("hanging", "leased") > 0);
    double perSecond = confirmations();
    estate.hanging.letGo();
    orders.give("stop?route=hanging");
    return perSecond;
  }

  private double confirmations() {
    record("confirmation", INTENTS);
    long before = estate.provider.effects();
    long began = System.nanoTime();
    orders.give("start?route=relay");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> count("confirmation", "delivered") == INTENTS);
    double seconds = (System.nanoTime() - began) / 1e9;
    orders.give("stop?route=relay");
    if (estate.provider.effects() - before != INTENTS) {
      throw new IllegalStateException("the provider saw " + (estate.provider.effects() - before));
    }
    return INTENTS / seconds;
  }

  private void record(String destination, int number) {
    String run = Long.toString(System.nanoTime(), 36);
    String[] causes = new String[number];
    UUID[] keys = new UUID[number];
    for (int i = 0; i < number; i++) {
      causes[i] = run + "-" + i;
      Address address = new Address(new Destination(destination), 0);
      keys[i] =
          new Intent(new Identity("bench", causes[i]), address, Headers.none(), Body.none()).key();
    }
    try (Connection connection = estate.postgres.owner().getConnection();
        PreparedStatement statement = connection.prepareStatement(RECORD)) {
      statement.setString(1, destination);
      statement.setArray(2, connection.createArrayOf("uuid", keys));
      statement.setArray(3, connection.createArrayOf("text", causes));
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private long count(String destination, String state) {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_intent WHERE destination = ? AND state = ?",
        destination,
        state);
  }
}
