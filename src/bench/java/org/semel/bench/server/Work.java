// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicInteger;
import org.semel.example.OrderEvent;
import org.semel.example.Reservations;

/** The work of one message, alike for all receivers; and a stop-watch between two counts of it. */
@ApplicationScoped
public class Work {

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final AtomicInteger done = new AtomicInteger();
  private volatile int from;
  private volatile int to;
  private volatile long started;
  private volatile long ended;

  @Inject private Reservations reservations;

  public String reserve(String body) throws JsonProcessingException {
    String answer = reservations.reserve(JSON.readValue(body, OrderEvent.class));
    int count = done.incrementAndGet();
    if (count == from) {
      started = System.nanoTime();
    }
    if (count == to) {
      ended = System.nanoTime();
    }
    return answer;
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
