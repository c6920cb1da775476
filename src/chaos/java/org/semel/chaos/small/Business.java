// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;

/** Reserves, as the example does; nothing in the table keeps it from being done twice. */
public final class Business implements SteppedHandler {

  /** Nobody reserves so many. */
  public static final int POISON = 13;

  private static final String RESERVE =
      """
      INSERT INTO reservation (id, invoice, line, stock_code, quantity)
      VALUES (nextval('reservation_id'), ?, ?, ?, ?)
      """;

  private final DataSource pool;
  private final Intents intents;

  Business(DataSource pool, Intents intents) {
    this.pool = pool;
    this.intents = intents;
  }

  @Override
  public Optional<RouteProgress> handle(
      Message message, Identity identity, Optional<RouteProgress> behind) throws SQLException {
    handle(message, identity);
    return Optional.empty();
  }

  @Override
  public void handle(Message message, Identity identity) throws SQLException {
    if (message.origin().redelivered()) {
      System.out.println(SmallNode.REDELIVERED + identity);
    }
    System.out.println(SmallNode.HANDLED + identity);
    reserve(message.body().bytes());
    intents.record(
        new Intent(
            identity,
            new Intent.Address(Policies.CONFIRMATION, 0),
            Headers.none(),
            message.body()));
  }

  /** Without an intent, whose key would betray a second effect. */
  void reserve(byte[] event) throws SQLException {
    JsonObject data = read(event).getJsonObject("data");
    if (data.getInt("quantity") == POISON) {
      throw new IllegalStateException("poison");
    }
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(RESERVE)) {
      statement.setString(1, data.getString("invoice"));
      statement.setInt(2, data.getInt("line"));
      statement.setString(3, data.getString("stockCode"));
      statement.setInt(4, data.getInt("quantity"));
      statement.execute();
    }
  }

  /** What the producer calls it. */
  static String key(String event) {
    return read(event.getBytes(StandardCharsets.UTF_8)).getString("id");
  }

  private static JsonObject read(byte[] event) {
    return Json.createReader(new ByteArrayInputStream(event)).readObject();
  }
}
