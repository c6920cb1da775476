// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.message.Body;
import org.semel.small.CoreProducer;
import org.semel.small.Deflated;

/**
 * What a producer can send by the broker's own client, past all that JMS forbids, over the real
 * parts: it is parked, and its neighbours take effect.
 */
class HostileMessagesTest {

  private static final Map<String, Supplier<SmallWorld>> SESSIONS =
      Map.of("managed", SmallWorld::new, "direct", SmallWorld::direct, "local", SmallWorld::local);

  /** Larger than what Artemis sends in one piece. */
  private static final int LARGE = 200 * 1024;

  private static final int EVIDENCE = 64 * 1024;

  private final Map<String, Body> handled = new ConcurrentHashMap<>();

  static Stream<Arguments> malformed() {
    byte[] nonsense = {1, 127, 127, 127, 127, 1, 2, 3};
    return SESSIONS.keySet().stream()
        .flatMap(
            sessions ->
                Stream.of(
                    Arguments.of(sessions, "text", (byte) 3, nonsense),
                    Arguments.of(sessions, "text of a negative length", (byte) 3, negative()),
                    Arguments.of(sessions, "map", (byte) 5, nonsense),
                    Arguments.of(sessions, "map with a name twice", (byte) 5, twice()),
                    Arguments.of(sessions, "map with something behind it", (byte) 5, followed()),
                    Arguments.of(sessions, "stream", (byte) 6, nonsense),
                    Arguments.of(sessions, "stream that is cut off", (byte) 6, cut()),
                    Arguments.of(sessions, "a type that nobody knows", (byte) 99, nonsense)));
  }

  private static byte[] twice() {
    byte[] entry = {0, 0, 0, 2, 'a', 0, 3, 1};
    return ByteBuffer.allocate(21).put((byte) 1).putInt(2).put(entry).put(entry).array();
  }

  private static byte[] followed() {
    return new byte[] {0, 1};
  }

  /** An int of which two bytes are missing: the client would hand out what stands before it. */
  private static byte[] cut() {
    return new byte[] {3, 1, 6, 0, 0};
  }

  private static byte[] negative() {
    return new byte[] {1, -1, -1, -1, -1, 65, 0};
  }

  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("malformed")
  void whatTheClientCannotReadIsParkedWithItsBytesAndItsNeighboursTakeEffect(
      String sessions, String what, byte type, byte[] body) {
    SmallWorld world = SESSIONS.get(sessions).get();
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      producer.send(type, "poison", body);
    }
    Set<String> neighbours = Set.of("1", "2", "3", "4", "5");
    neighbours.forEach(key -> world.send(key, "good"));
    work(world, neighbours);
    assertThat(parked(world)).containsExactly("UNREADABLE " + hex(body));
    assertThat(handled.keySet()).isEqualTo(neighbours);
    assertThat(world.interruptions).isEmpty();
  }

  static Stream<Arguments> broken() {
    byte[] nothing = new byte[LARGE];
    byte[] cut = Arrays.copyOf(Deflated.of(random(4 * LARGE)), 2 * LARGE);
    byte[] changed = Deflated.of(random(4 * LARGE));
    Arrays.fill(changed, LARGE, 2 * LARGE, (byte) 0x55);
    return SESSIONS.keySet().stream()
        .flatMap(
            sessions ->
                Stream.of(
                    Arguments.of(sessions, "few bytes that are not deflated", new byte[100]),
                    Arguments.of(sessions, "deflated bytes that are cut off", cut),
                    Arguments.of(sessions, "no deflated bytes", nothing),
                    Arguments.of(sessions, "deflated bytes that were changed", changed)));
  }

  /** The client finds that out while it hands out the body. */
  @ParameterizedTest(name = "{1}, {0}")
  @MethodSource("broken")
  void aLargeBodyThatIsSaidToBeCompressedAndIsNotIsParkedAndItsNeighboursTakeEffect(
      String sessions, String what, byte[] body) {
    SmallWorld world = SESSIONS.get(sessions).get();
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      producer.send(
          (byte) 4,
          message -> {
            message.putStringProperty("key", "poison");
            message.putBooleanProperty("_AMQ_LARGE_COMPRESSED", true);
            if (body.length < LARGE) {
              message.putLongProperty("_AMQ_LARGE_SIZE", LARGE);
              message.getBodyBuffer().writeBytes(body);
            } else {
              message.setBodyInputStream(new ByteArrayInputStream(body));
            }
          });
    }
    Set<String> neighbours = Set.of("1", "2", "3");
    neighbours.forEach(key -> world.send(key, "good"));
    work(world, neighbours);
    String evidence = hex(Arrays.copyOf(body, Math.min(body.length, EVIDENCE)));
    assertThat(parked(world)).containsExactly("UNREADABLE " + evidence);
    assertThat(handled.keySet()).isEqualTo(neighbours);
    assertThat(world.interruptions).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"managed", "direct", "local"})
  void aLargeBodyThatItsProducerHasCompressedIsTakenInAsItWas(String sessions) {
    SmallWorld world = SESSIONS.get(sessions).get();
    byte[] body = random(4 * LARGE);
    byte[] deflated = Deflated.of(body);
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      producer.send(
          (byte) 4,
          message -> {
            message.putStringProperty("key", "1");
            message.putBooleanProperty("_AMQ_LARGE_COMPRESSED", true);
            message.setBodyInputStream(new ByteArrayInputStream(deflated));
          });
    }
    work(world, Set.of("1"));
    assertThat(handled.get("1")).isEqualTo(Body.bytes(body, null));
  }

  @Test
  void aCoreMessageWithoutAJmsTypeIsTakenInWithItsBody() {
    SmallWorld world = new SmallWorld();
    byte[] body = "what came".getBytes(StandardCharsets.UTF_8);
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      producer.send((byte) 0, "1", body);
    }
    work(world, Set.of("1"));
    assertThat(handled.get("1")).isEqualTo(Body.bytes(body, null));
  }

  private void work(SmallWorld world, Set<String> expected) {
    Consumer consumer =
        world.consumer(
            world.policy(2, 50, Duration.ofMinutes(5)),
            (message, identity) -> handled.put(identity.key(), message.body()));
    consumer.start();
    try {
      await("all of " + expected + " handled, and the queue empty")
          .until(
              () ->
                  handled.keySet().containsAll(expected)
                      && world.server.broker().messages(world.queue) == 0);
    } finally {
      consumer.stop();
    }
  }

  private static List<String> parked(SmallWorld world) {
    return world
        .server
        .postgres()
        .texts(
            "SELECT reason || ' ' || encode(body, 'hex') FROM semel_parked WHERE consumer = ?",
            world.queue);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static String hex(byte[] body) {
    return HexFormat.of().formatHex(body);
  }
}
