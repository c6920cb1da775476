// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.small.Jms;

/** Until somebody says what a provider does with keys, one unclear answer parks an intent. */
class UnstatedContractTest {

  private static final String UNSTATED = "SEMEL-0527";

  private final SmallEstate estate = new SmallEstate();
  private final LogLines lines = new LogLines();
  private final String destination = "d" + System.nanoTime();

  private String sends = "log:sent";

  @AfterEach
  void stop() {
    estate.close();
    lines.close();
  }

  @Test
  void theStartTellsWhatOneUnclearAnswerWillDo() {
    start("intent:" + destination);
    assertThat(lines.with(UNSTATED, destination, "OUTCOME_UNKNOWN", ".keys")).hasSize(1);
  }

  @Test
  void whoHasSaidWhatTheProviderDoesIsToldNothing() {
    estate.with("semel.destination." + destination + ".keys", "ignored");
    start("intent:" + destination);
    assertThat(lines.with(UNSTATED)).isEmpty();
  }

  @Test
  void whoHasSaidItOfAllIsToldNothing() {
    estate.with("semel.destination-defaults.keys", "ignored");
    start("intent:" + destination);
    assertThat(lines.with(UNSTATED)).isEmpty();
  }

  @Test
  void whoCanAskIsToldNothing() {
    start("intent:" + destination, "intent:" + destination + "?query=true");
    assertThat(lines.with(UNSTATED)).isEmpty();
  }

  @Test
  void whatGoesIntoAQueueInOneTransactionIsNeverUnknown() {
    estate.with("semel.destination." + destination + ".transfer", "xa");
    sends = "jms:queue:" + Jms.queue(estate.server.broker());
    start("intent:" + destination);
    assertThat(lines.with(UNSTATED)).isEmpty();
  }

  @Test
  void whatAnotherApplicationDeliversIsForItToSay() {
    start();
    assertThat(lines.with(UNSTATED)).isEmpty();
  }

  private void start(String... delivered) {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:" + destination);
            for (String uri : delivered) {
              from(uri).to(sends);
            }
          }
        });
  }
}
