// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.small.CoreProducer;
import org.semel.small.Deflated;

/**
 * Properties that Artemis' client writes for itself, as a producer can write them: each takes
 * effect, or is parked, and its neighbours take effect.
 */
class ReservedPropertiesTest {

  private static final Map<String, Supplier<SmallWorld>> SESSIONS =
      Map.of("managed", SmallWorld::new, "direct", SmallWorld::direct, "local", SmallWorld::local);

  private static final String COMPRESSED = "_AMQ_LARGE_COMPRESSED";
  private static final String SIZE = "_AMQ_LARGE_SIZE";
  private static final String FORCED = "_hornetq.forced.delivery.seq";

  /** Larger than what Artemis sends in one piece. */
  private static final int LARGE = 200 * 1024;

  private static final byte[] BODY = "body".getBytes(StandardCharsets.UTF_8);
  private static final Set<String> NEIGHBOURS = Set.of("1", "2", "3");

  private final Map<String, String> handled = new ConcurrentHashMap<>();

  @ParameterizedTest
  @ValueSource(strings = {"managed", "direct", "local"})
  void whateverAProducerWritesIntoThemStopsNobody(String sessions) {
    Map<String, Consumer<ClientMessage>> parked = parked();
    Map<String, Consumer<ClientMessage>> accepted = accepted();
    SmallWorld world = SESSIONS.get(sessions).get();
    send(world, parked);
    send(world, accepted);
    NEIGHBOURS.forEach(key -> world.send(key, "good"));
    work(world);
    assertThat(handled.keySet()).containsExactlyInAnyOrderElementsOf(all(accepted.keySet()));
    assertThat(handled).allSatisfy((key, body) -> assertThat(body).isIn("good", "body"));
    assertThat(world.count("semel_parked")).isEqualTo(parked.size());
    assertThat(world.interruptions).isEmpty();
  }

  /** Large ones are said to have a size as well, and are longer than the beginning is. */
  @ParameterizedTest
  @ValueSource(strings = {"managed", "direct", "local"})
  void soItIsWithALargeMessage(String sessions) {
    SmallWorld world = SESSIONS.get(sessions).get();
    Map<String, Consumer<ClientMessage>> large = large();
    send(world, large);
    NEIGHBOURS.forEach(key -> world.send(key, "good"));
    work(world);
    assertThat(handled.keySet()).containsExactlyInAnyOrderElementsOf(all(large.keySet()));
    assertThat(world.count("semel_parked")).isZero();
    assertThat(world.interruptions).isEmpty();
  }

  private static Set<String> all(Set<String> keys) {
    return Stream.concat(keys.stream(), NEIGHBOURS.stream()).collect(Collectors.toSet());
  }

  /** Said to be compressed, and not. */
  private static Map<String, Consumer<ClientMessage>> parked() {
    Map<String, Consumer<ClientMessage>> parked = new LinkedHashMap<>();
    parked.put("no size", with(BODY, COMPRESSED, true));
    for (Object size : List.of("x", true, 1.5d, BODY)) {
      parked.put(named(SIZE, size), with(BODY, COMPRESSED, true).andThen(put(SIZE, size)));
    }
    return parked;
  }

  private static Map<String, Consumer<ClientMessage>> accepted() {
    Map<String, Consumer<ClientMessage>> accepted = new LinkedHashMap<>();
    accepted.put("deflated", with(Deflated.of(BODY), COMPRESSED, true));
    for (Object value : List.of(5L, 7, (byte) 1, "true", "x", 1.5d, BODY)) {
      accepted.put(named(COMPRESSED, value), with(BODY, COMPRESSED, value));
    }
    for (String name : List.of(SIZE, FORCED)) {
      for (Object value : List.of(0L, 5L, -1L, 7, "x", true, BODY)) {
        accepted.put(named(name, value), with(BODY, name, value));
      }
    }
    return accepted;
  }

  private static Map<String, Consumer<ClientMessage>> large() {
    Map<String, Consumer<ClientMessage>> large = new LinkedHashMap<>();
    for (String name : List.of(SIZE, FORCED, COMPRESSED)) {
      for (Object value : List.of(5L, "x", BODY)) {
        Consumer<ClientMessage> body =
            message -> message.setBodyInputStream(new ByteArrayInputStream(new byte[LARGE]));
        large.put(named(name, value), body.andThen(put(name, value)));
      }
    }
    return large;
  }

  private static String named(String property, Object value) {
    return property + ": " + value.getClass().getSimpleName() + " " + value;
  }

  private static Consumer<ClientMessage> with(byte[] body, String property, Object value) {
    return put(property, value).andThen(message -> message.getBodyBuffer().writeBytes(body));
  }

  private static Consumer<ClientMessage> put(String property, Object value) {
    return message -> message.putObjectProperty(property, value);
  }

  private static void send(SmallWorld world, Map<String, Consumer<ClientMessage>> ways) {
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      ways.forEach(
          (key, way) ->
              producer.send(
                  (byte) 4, way.andThen(message -> message.putStringProperty("key", key))));
    }
  }

  private void work(SmallWorld world) {
    org.semel.internal.engine.receive.consumer.Consumer consumer =
        world.consumer(
            world.policy(2, 50, Duration.ofMinutes(5)),
            (message, identity) -> handled.put(identity.key(), message.body().characters()));
    consumer.start();
    try {
      await("all neighbours handled, and the queue empty")
          .until(
              () ->
                  handled.keySet().containsAll(NEIGHBOURS)
                      && world.server.broker().messages(world.queue) == 0);
    } finally {
      consumer.stop();
    }
  }
}
