// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.semel.estate.Postgres;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intent.Address;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Intents that wait for a relay, many at once, with no route that has recorded them. */
final class RecordedIntents {

  /** As a route would have recorded them; the key is derived, and so not the database's to make. */
  private static final String RECORD =
      """
      INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, content_type, body, digest)
      SELECT key, 'bench', cause, ?, 0, '{}', 'TEXT', 'application/json', body, sha256(body)
      FROM unnest(?::uuid[], ?::text[]) AS i (key, cause),
        convert_to('{"invoice":"' || cause || '","line":1}', 'UTF8') AS body
      """;

  private RecordedIntents() {}

  /** So many more for this destination. */
  static void record(Postgres postgres, String destination, int number) {
    String run = Long.toString(System.nanoTime(), 36);
    String[] causes = new String[number];
    UUID[] keys = new UUID[number];
    for (int i = 0; i < number; i++) {
      causes[i] = run + "-" + i;
      Address address = new Address(new Destination(destination), 0);
      keys[i] =
          new Intent(new Identity("bench", causes[i]), address, Headers.none(), Body.none()).key();
    }
    try (Connection connection = postgres.owner().getConnection();
        PreparedStatement statement = connection.prepareStatement(RECORD)) {
      statement.setString(1, destination);
      statement.setArray(2, connection.createArrayOf("uuid", keys));
      statement.setArray(3, connection.createArrayOf("text", causes));
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
