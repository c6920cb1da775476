// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import org.semel.example.OrderEvent;
import org.semel.example.OrderEvent.OrderLine;
import org.semel.example.Reservations;

/** The work of one message, alike for all receivers. */
@ApplicationScoped
public class Work {

  private static final JsonProvider JSON = JsonProvider.provider();

  @Inject private Reservations reservations;
  @Inject private StopWatch watch;

  /**
   * Reserves what the event says.
   *
   * @throws IllegalArgumentException if that is nothing: such a message fails at every attempt
   */
  public String reserve(String body) {
    JsonObject json = read(body);
    String answer = reserve(json);
    watch.done(json);
    return answer;
  }

  /** The same, but counted at its commit, for work that is rolled back now and then. */
  public String committing(String body) {
    watch.doneAtCommit();
    return reserve(read(body));
  }

  private static JsonObject read(String body) {
    return JSON.createReader(new StringReader(body)).readObject();
  }

  private String reserve(JsonObject json) {
    OrderEvent event = event(json);
    if (event.data().quantity() == 0) {
      throw new IllegalArgumentException("nothing to reserve");
    }
    return reservations.reserve(event);
  }

  /** No work at all, so that only the receiver's own is left. */
  public String nothing(String body) {
    watch.done(JsonObject.EMPTY_JSON_OBJECT);
    return "{}";
  }

  private static OrderEvent event(JsonObject event) {
    JsonObject data = event.getJsonObject("data");
    OrderLine line =
        new OrderLine(
            data.getString("invoice"),
            data.getInt("line"),
            data.getString("stockCode"),
            data.getInt("quantity"),
            data.getJsonNumber("unitPrice").bigDecimalValue());
    return new OrderEvent(event.getString("id"), event.getString("type"), line);
  }
}
