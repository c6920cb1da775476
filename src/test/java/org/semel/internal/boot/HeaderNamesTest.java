// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.small.Jms;

/** Names that JMS does not allow, which Camel's own component writes in another way. */
class HeaderNamesTest {

  private static final List<String> NAMES =
      List.of(
          "order",
          "order_id",
          "order-id",
          "order.id",
          "x-a.b-c",
          "-",
          ".",
          "ce-id",
          "ce_id",
          "Content-Language",
          "X.region",
          "_under_",
          "$dollar",
          "größe");

  private final SmallEstate estate = new SmallEstate();
  private final String second = Jms.queue(estate.server.broker());
  private final List<Map<String, Object>> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void anyNameSurvivesAnIntentThatIsDeliveredOverJms() {
    String destination = "out" + System.nanoTime();
    estate.sendingInNoTransaction();
    estate.consumer("identity", "property:key");
    estate.with("semel.destination." + destination + ".headers", "*");
    estate.with("semel.consumer." + second + ".identity", "property:order-id");
    estate.with("semel.consumer." + second + ".headers", String.join(", ", NAMES));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(
                    exchange -> NAMES.forEach(name -> exchange.getMessage().setHeader(name, name)))
                .to("intent:" + destination);
            from("intent:" + destination).to("jms:queue:" + second);
            from("inbox:" + second)
                .process(exchange -> seen.add(exchange.getMessage().getHeaders()));
          }
        });
    estate.send("1", "b");
    await("it comes, or is parked").until(() -> seen.size() == 1 || parked() == 1);
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0))
        .containsAllEntriesOf(NAMES.stream().collect(Collectors.toMap(name -> name, name -> name)));
  }

  /** A producer's property, the identity rule, the admitted headers, and what a route sees. */
  @ParameterizedTest
  @CsvSource({
    "order_HYPHEN_id, property:order-id, order-id, order-id",
    "order_HYPHEN_id, property:order_HYPHEN_id, order_HYPHEN_id, order-id",
    "order_DOT_id, property:order.id, order.*, order.id",
    "order_HYPHEN_id, 'composite:property:order-id,property:key', *, order-id",
    "order_HYPHEN_id, simple:${header.order-id}, *, order-id",
    "ce_HYPHEN_id, cloudevent, , ce-id",
    "org_DOT_apache_DOT_camel_DOT_x, property:key, *, "
  })
  void aNameThatCamelHasEncodedIsReadBackBeforeAnythingAsksForIt(
      String property, String identity, String admitted, String shown) {
    estate.consumer("identity", identity);
    if (admitted != null) {
      estate.consumer("headers", admitted);
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> seen.add(exchange.getMessage().getHeaders()));
          }
        });
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage("{}");
          message.setStringProperty("key", "7");
          message.setStringProperty("ce_HYPHEN_source", "/s");
          message.setStringProperty(property, "7");
          return message;
        });
    await("it comes, or is parked").until(() -> seen.size() == 1 || parked() == 1);
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0)).doesNotContainKey(property);
    assertThat(seen.get(0).keySet().stream().filter(name -> name.startsWith("org.apache")).toList())
        .isEmpty();
    if (shown != null) {
      assertThat(seen.get(0)).containsEntry(shown, "7");
    }
  }

  private long parked() {
    return estate.count("semel_parked", "reason = 'NO_IDENTITY'");
  }
}
