// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.small.CoreProducer;
import org.semel.small.Deflated;

/**
 * Ten thousand messages over the real broker, every second of them hostile, all sent by the
 * broker's own client, past all that JMS forbids. The seed is printed; {@code -Dsemel.fuzz.seed}
 * gives one, {@code -Dsemel.fuzz.messages} their number.
 */
class BrokerFuzzTest {

  private static final long SEED = Long.getLong("semel.fuzz.seed", new Random().nextLong());
  private static final int MESSAGES = Integer.getInteger("semel.fuzz.messages", 10_000);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final byte TEXT = 3;

  /** From here on up; seven and eight are refused by the broker itself. */
  private static final int UNKNOWN = 9;

  private final Random random = new Random(SEED);
  private final SmallWorld world = SmallWorld.direct();
  private final Map<String, String> handled = new ConcurrentHashMap<>();
  private final Set<String> good = ConcurrentHashMap.newKeySet();

  @Test
  void asManyAreParkedAsAreHostileAndEveryNeighbourTakesEffect() {
    System.out.println("broker fuzz: seed " + SEED);
    Consumer consumer =
        world.consumer(
            world.policy(2, 50, PATIENCE),
            (message, identity) -> handled.put(identity.key(), message.body().characters()));
    consumer.start();
    try (CoreProducer producer = new CoreProducer(world.server.broker(), world.queue)) {
      for (int i = 0; i < MESSAGES; i++) {
        send(producer, i);
      }
    }
    try {
      await("an empty queue").atMost(PATIENCE).until(this::nothingIsLeft);
    } finally {
      consumer.stop();
    }
    assertThat(handled.keySet()).isEqualTo(good);
    assertThat(handled)
        .allSatisfy(
            (key, body) -> assertThat(body).isIn("body " + key, "{\"k\":\"body " + key + "\"}"));
    assertThat(world.count("semel_parked")).isEqualTo(MESSAGES - good.size());
    assertThat(world.interruptions).isEmpty();
  }

  private boolean nothingIsLeft() {
    return world.server.broker().messages(world.queue) == 0;
  }

  private void send(CoreProducer producer, int number) {
    String key = "k" + number;
    byte[] utf8 = ("body " + key).getBytes(StandardCharsets.UTF_8);
    switch (random.nextInt(14)) {
      case 0, 1 -> good(producer, TEXT, key, text(key));
      case 2, 3 -> good(producer, (byte) 4, key, utf8);
      case 4, 5 -> good(producer, (byte) 0, key, utf8);
      case 6 -> producer.send(TEXT, key, cut(text(key)));
      case 7 -> producer.send((byte) (random.nextBoolean() ? 5 : 6), key, noise());
      case 8 -> producer.send((byte) 2, key, noise());
      case 9 -> producer.send((byte) (UNKNOWN + random.nextInt(247)), key, utf8);
      case 10 -> producer.send(TEXT, "a\u0000" + key, text(key));
      case 11 -> good(producer, (byte) 5, key, map("body " + key));
      case 12 -> compressed(producer, key, utf8);
      default -> tooLong(producer, key, utf8);
    }
  }

  private void good(CoreProducer producer, byte type, String key, byte[] body) {
    good.add(key);
    producer.send(type, key, body);
  }

  /** As one that a client has compressed and sends in one piece; every other one is hostile. */
  private void compressed(CoreProducer producer, String key, byte[] body) {
    byte[] deflated = Deflated.of(body);
    if (random.nextBoolean()) {
      good.add(key);
    } else if (random.nextBoolean()) {
      deflated = Arrays.copyOf(deflated, random.nextInt(deflated.length));
    } else {
      deflated[0]++; // says which method it is
    }
    byte[] sent = deflated;
    producer.send(
        (byte) 4,
        message -> {
          message.putStringProperty("key", key);
          message.putBooleanProperty("_AMQ_LARGE_COMPRESSED", true);
          message.putLongProperty("_AMQ_LARGE_SIZE", body.length);
          message.getBodyBuffer().writeBytes(sent);
        });
  }

  /** One in a few is beyond the limit for bodies, the others for headers. */
  private void tooLong(CoreProducer producer, String key, byte[] body) {
    if (random.nextInt(20) == 0) {
      producer.send((byte) 4, key, new byte[(1 << 20) + 1 + random.nextInt(100)]);
    } else {
      producer.send(
          TEXT,
          message -> {
            message.putStringProperty("key", key);
            message.putStringProperty("long", "v".repeat(1_001));
            message.getBodyBuffer().writeBytes(body);
          });
    }
  }

  private static byte[] text(String key) {
    byte[] text = ("body " + key).getBytes(StandardCharsets.UTF_16LE);
    return ByteBuffer.allocate(5 + text.length).put((byte) 1).putInt(text.length).put(text).array();
  }

  private static byte[] map(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_16LE);
    byte[] name = {0, 0, 0, 2, 'k', 0};
    return ByteBuffer.allocate(16 + text.length)
        .put((byte) 1)
        .putInt(1)
        .put(name)
        .put((byte) 10)
        .putInt(text.length)
        .put(text)
        .array();
  }

  /** The text says that it has more. */
  private byte[] cut(byte[] body) {
    return Arrays.copyOf(body, 1 + random.nextInt(body.length - 1));
  }

  /** Whatever follows: a map of as good as endless size, a stream with a value of no type. */
  private byte[] noise() {
    byte[] noise = new byte[2 + random.nextInt(200)];
    random.nextBytes(noise);
    noise[0] = 1;
    noise[1] = 127;
    return noise;
  }
}
