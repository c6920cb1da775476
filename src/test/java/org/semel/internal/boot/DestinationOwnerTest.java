// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two applications over the same tables. Both may record intents for a destination; one of them
 * delivers them, by its own route and under its own policy.
 */
class DestinationOwnerTest {

  private static final String DELIVERY = "delivery";
  private static final Pattern WORD = Pattern.compile("accept-change=([0-9a-f]{8})");

  private final SmallEstate shop = new SmallEstate();
  private final SmallEstate again = new SmallEstate();
  private final KeptRules rules = new KeptRules(shop);
  private SmallEstate warehouse = new SmallEstate();
  private final String destination = "d-" + UUID.randomUUID();
  private final List<String> deliveries = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    shop.close();
    warehouse.close();
    again.close();
  }

  @Test
  void anotherApplicationThatDeliversToADestinationIsRefused() {
    start(shop, "shop", true);
    assertThat(catchThrowable(() -> start(warehouse, "warehouse", true)))
        .hasMessageContaining("SEMEL-0432")
        .hasMessageContaining("intent:" + destination)
        .hasMessageContaining("application=warehouse instead of shop")
        .hasMessageContaining("semel.destination." + destination + ".accept-change=");
    shop.send("1", "a");
    await("the shop's intent is delivered").until(() -> deliveries.equals(List.of("shop: a")));
  }

  @Test
  void whoeverRecordsForADestinationThatAnotherDeliversToIsWelcome() {
    start(shop, "shop", true);
    start(warehouse, "warehouse", false);
    warehouse.send("1", "b");
    await("the shop delivers it").until(() -> deliveries.equals(List.of("shop: b")));
  }

  @Test
  void whoOnlyRecordsDoesNotSayHowLongIntentsAreKept() throws Exception {
    shop.with("semel.destination." + destination + ".evidence", "90d");
    warehouse.with("semel.destination." + destination + ".evidence", "8d");
    start(shop, "shop", true);
    await("the shop's rule").until(() -> rules.days("INTENT", destination) == 90);
    start(warehouse, "warehouse", false);
    await("the warehouse's rules").until(() -> rules.days("CLAIM", warehouse.name) == 30);
    rules.awaitRoundOf(warehouse);
    assertThat(rules.days("INTENT", destination)).isEqualTo(90);
  }

  @Test
  void whoIsRefusedADestinationDoesNotSayHowLongItsIntentsAreKept() {
    shop.with("semel.destination." + destination + ".evidence", "90d");
    warehouse.with("semel.destination." + destination + ".evidence", "8d");
    start(shop, "shop", true);
    await("the shop's rule").until(() -> rules.days("INTENT", destination) == 90);
    assertThat(catchThrowable(() -> start(warehouse, "warehouse", true))).isNotNull();
    warehouse.close();
    assertThat(rules.days("INTENT", destination)).isEqualTo(90);
  }

  @Test
  void aDestinationGoesToAnotherApplicationIfThatIsMeant() {
    start(shop, "shop", true);
    shop.close();
    Throwable refused = catchThrowable(() -> start(warehouse, "warehouse", true));
    Matcher word = WORD.matcher(String.valueOf(refused));
    assertThat(word.find()).as("a word for the change in: " + refused).isTrue();
    warehouse.close();
    warehouse = new SmallEstate();
    warehouse.with("semel.destination." + destination + ".accept-change", word.group(1));
    start(warehouse, "warehouse", true);
    warehouse.send("1", "c");
    await("the warehouse delivers").until(() -> deliveries.equals(List.of("warehouse: c")));
    assertThat(catchThrowable(() -> start(again, "shop", true)))
        .hasMessageContaining("application=shop instead of warehouse");
  }

  @Test
  void aSuspendedRelayDoesNotResumeOnceItsDestinationIsAnothers() throws Exception {
    start(shop, "shop", true);
    shop.camel.getRouteController().suspendRoute(DELIVERY);
    Matcher word = WORD.matcher(String.valueOf(catchThrowable(this::startWarehouse)));
    assertThat(word.find()).isTrue();
    warehouse.close();
    warehouse = new SmallEstate();
    warehouse.with("semel.destination." + destination + ".accept-change", word.group(1));
    startWarehouse();
    assertThat(catchThrowable(() -> shop.camel.getRouteController().resumeRoute(DELIVERY)))
        .hasStackTraceContaining("application=shop instead of warehouse");
    warehouse.send("1", "e");
    await("the warehouse delivers").until(() -> deliveries.equals(List.of("warehouse: e")));
  }

  @Test
  void aRelayThatWasSuspendedAndResumedDelivers() throws Exception {
    start(shop, "shop", true);
    shop.camel.getRouteController().suspendRoute(DELIVERY);
    shop.send("1", "f");
    await("the intent waits").until(() -> shop.queueIsEmpty());
    assertThat(deliveries).isEmpty();
    shop.camel.getRouteController().resumeRoute(DELIVERY);
    await("the shop delivers").until(() -> deliveries.equals(List.of("shop: f")));
  }

  @Test
  void anotherNodeOfTheSameApplicationDeliversToo() {
    start(shop, "shop", true);
    start(warehouse, "shop", true);
    shop.close();
    warehouse.send("1", "d");
    await("the other node delivers").until(() -> deliveries.equals(List.of("shop: d")));
  }

  private void startWarehouse() {
    start(warehouse, "warehouse", true);
  }

  private void start(SmallEstate estate, String application, boolean delivers) {
    estate
        .with("semel.application", application)
        .with("semel.consumer-defaults.identity", "property:key")
        .with("semel.retention-every", "1s")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                if (delivers) {
                  from("intent:" + destination)
                      .routeId(DELIVERY)
                      .startupOrder(1)
                      .process(
                          exchange ->
                              deliveries.add(
                                  application
                                      + ": "
                                      + exchange.getMessage().getBody(String.class)));
                }
                from("inbox:" + estate.name).to("intent:" + destination);
              }
            });
  }
}
