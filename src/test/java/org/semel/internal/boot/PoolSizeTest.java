// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.ShownModel;

/**
 * What the workers of an application need of the data source's connections at once is compared with
 * what its pool holds. A worker holds one while it waits, a message that is handled alone takes two
 * more: one for its own transaction, one to write down that it failed.
 */
class PoolSizeTest {

  private static final String DATA_SOURCE = "java:/jdbc/semel";

  private final SmallEstate estate = new SmallEstate();
  private final ShownModel model = ShownModel.here();
  private final LogLines lines = new LogLines();

  @AfterEach
  void stop() {
    estate.close();
    model.close();
    lines.close();
  }

  @Test
  void aPoolThatCanNeverFinishASuspectIsRefused() {
    model.dataSource(DATA_SOURCE, 5);
    workers(4);
    assertThatThrownBy(this::start)
        .hasMessageContainingAll(
            "SEMEL-0440",
            "The data source jdbc/semel has",
            "at most 5 connections",
            "hold 4 while they wait",
            "2 more",
            "max-pool-size",
            "16");
  }

  @Test
  void aPoolThatIsMerelyTightIsToldOfOnce() {
    model.dataSource(DATA_SOURCE, 6);
    workers(4);
    start();
    assertThat(lines.with("SEMEL-0441", "jdbc/semel", "at most 6", "16")).hasSize(1);
    takesEffect();
  }

  @Test
  void aPoolThatHoldsWhatAllNeedAtOnceIsNoMatter() {
    model.dataSource(DATA_SOURCE, 16);
    workers(4);
    start();
    assertThat(lines.with("SEMEL-044")).isEmpty();
    takesEffect();
  }

  /** It may have to ask what became of an intent, and then to make sure of its lease. */
  @Test
  void aRelayWhoseProviderHonoursKeysMayNeedTwoConnectionsToo() {
    model.dataSource(DATA_SOURCE, 15);
    estate.with("semel.destination.to-" + estate.name + ".keys", "honoured");
    workers(4);
    start();
    assertThat(lines.with("SEMEL-0441", "jdbc/semel", "at most 15", "16")).hasSize(1);
  }

  /** Receivers hold connections while they wait; workers take one each for what is stored. */
  @Test
  void whereMessagesAreStoredFirstItIsTheReceiversWhoHoldThem() {
    model.dataSource(DATA_SOURCE, 3);
    estate.under("store-first");
    estate.consumer("receivers", "2");
    workers(4);
    assertThatThrownBy(this::start).hasMessageContainingAll("SEMEL-0440", "hold 2 while they wait");
  }

  /** Whoever has the memory of a consumer in a route of his own receives by himself. */
  @Test
  void classicRoutesHoldNoneOfThem() {
    model.dataSource(DATA_SOURCE, 3);
    workers(1);
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            for (int i = 0; i < 5; i++) {
              from("direct:classic-" + i)
                  .idempotentConsumer(body())
                  .idempotentRepository("semel:classic-" + i)
                  .to("mock:classic");
            }
            from("inbox:" + estate.name).to("mock:inbox");
          }
        });
    takesEffect();
  }

  @Test
  void aPoolThatClosesWhatOthersHaveInUseIsToldOfOnce() {
    model.dataSource(DATA_SOURCE, 16, "EntirePool");
    workers(2);
    start();
    assertThat(
            lines.with("SEMEL-0446", "jdbc/semel", "flush-strategy=EntirePool", "IdleConnections"))
        .hasSize(1);
    takesEffect();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FailingConnectionOnly", "IdleConnections", "Gracefully"})
  void oneThatLeavesThemAloneIsNoMatter(String strategy) {
    model.dataSource(DATA_SOURCE, 16, strategy);
    workers(2);
    start();
    assertThat(lines.with("SEMEL-044")).isEmpty();
  }

  @Test
  void anotherDataSourcesPoolIsNotJudged() {
    model.dataSource("java:/jdbc/other", 1, "EntirePool");
    workers(4);
    start();
    assertThat(lines.with("SEMEL-044")).isEmpty();
  }

  /** The model shows names and no values until the server has booted. */
  @Test
  void whileTheServerStartsTheConsumerWaits() {
    model.state("starting");
    workers(1);
    start();
    estate.send("a", "b");
    await().until(() -> !lines.with("SEMEL-0304", estate.name, "SEMEL-0412").isEmpty());
    assertThat(estate.count("semel_claim", "true")).isZero();
    model.close();
    await().until(() -> estate.count("semel_claim", "true") == 1);
  }

  private void takesEffect() {
    estate.send("a", "b");
    await().until(() -> estate.count("semel_claim", "true") == 1);
  }

  private void workers(int number) {
    estate.consumer("workers", String.valueOf(number));
  }

  private void start() {
    estate.consumer("identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("intent:to-" + estate.name);
            from("intent:to-" + estate.name).to("mock:provider");
          }
        });
  }
}
