// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.Origin;

/** A message that comes again after its receipt has committed, and the queue that keeps it. */
class ReturnsTest {

  private final AtomicLong now = new AtomicLong();
  private final List<String> told = new ArrayList<>();
  private final Returns returns =
      new Returns(now::get, message -> told.add(message.origin().messageId()));

  @Test
  void aQueueThatKeepsItsMessagesIsToldOnceByTheFirstThatComesTooOften() {
    times(Returns.TOLERATED, "ID:1", "k1");
    assertThat(returns.areEndless()).as("a lost acknowledgement or two").isFalse();
    assertThat(told).isEmpty();
    times(1, "ID:1", "k1");
    assertThat(returns.areEndless()).isTrue();
    times(100, "ID:2", "k2");
    assertThat(told).containsExactly("ID:1");
  }

  @Test
  void aProducerThatSendsAgainIsNoQueueThatKeeps() {
    IntStream.range(0, 100).forEach(i -> times(1, "ID:" + i, "k"));
    assertThat(returns.areEndless()).isFalse();
  }

  @Test
  void oneIdForAllMessagesIsNoReturn() {
    IntStream.range(0, 100).forEach(i -> times(1, "ID:1", "k" + i));
    times(100, " ", "k");
    assertThat(returns.areEndless()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 50_000})
  void ofALongQueueTheReturnsAreSeenToo(int messages) {
    for (int round = 0; round <= Returns.TOLERATED; round++) {
      IntStream.range(0, messages).forEach(i -> times(1, "ID:" + i, "k" + i));
    }
    assertThat(returns.areEndless()).isTrue();
    assertThat(told).hasSize(1);
  }

  @Test
  void aQueueThatKeepsNoLongerIsForgottenInTime() {
    times(Returns.TOLERATED + 1, "ID:1", "k1");
    now.addAndGet(Returns.SPAN.toNanos() - 1);
    times(1, "ID:2", "k2");
    assertThat(returns.areEndless()).isTrue();
    now.addAndGet(1);
    assertThat(returns.areEndless()).isFalse();
    times(1, "ID:1", "k1");
    assertThat(returns.areEndless()).as("it comes again").isTrue();
    assertThat(told).hasSize(1);
  }

  private void times(int times, String id, String key) {
    Message plain = Messages.keyed(key, "b", 1);
    Message message = new Message(plain.headers(), plain.body(), new Origin("orders", id, 1));
    for (int i = 0; i < times; i++) {
      returns.committed(List.of(new Receipt.Processed(new Identity("c", key), message)));
    }
  }
}
