// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.concurrent.atomic.AtomicInteger;
import org.semel.example.OrderEvent;
import org.semel.example.OrderEvent.OrderLine;
import org.semel.example.Reservations;

/** The work of one message, alike for all receivers; and a stop-watch between two counts of it. */
@ApplicationScoped
public class Work {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final AtomicInteger done = new AtomicInteger();
  private volatile int from;
  private volatile int to;
  private volatile long started;
  private volatile long ended;

  @Inject private Reservations reservations;

  public String reserve(String body) {
    String answer = reservations.reserve(event(body));
    int count = done.incrementAndGet();
    if (count == from) {
      started = System.nanoTime();
    }
    if (count == to) {
      ended = System.nanoTime();
    }
    return answer;
  }

  private static OrderEvent event(String body) {
    JsonObject event = JSON.createReader(new StringReader(body)).readObject();
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

  /** Sets the stop-watch: it runs from the one count to the other. */
  void watch(int first, int last) {
    done.set(0);
    started = 0;
    ended = 0;
    from = first;
    to = last;
  }

  /** Between the two counts; -1 while it runs. */
  long nanos() {
    return ended == 0 ? -1 : ended - started;
  }
}
