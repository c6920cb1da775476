// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.tx.Outcome;
import org.semel.matrix.Shows;
import org.semel.small.SmallServer;

/**
 * With {@code ack-after-commit} the connection goes after the database has committed and before the
 * message is acknowledged, as in a crash between the two.
 */
class AcknowledgementLostTest {

  private static final int MESSAGES = 60;
  private static final int LOSSES = 4;

  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final SmallWorld world =
      new SmallWorld(
          () -> new Losing(new LocalSessions(SmallServer.shared().broker().plainFactory())));

  @Test
  @Shows("C3 connection")
  void theMessagesComeAgainAndAreAbsorbedAndNobodyIsBlamed() {
    Consumer consumer =
        world.consumer(world.policy(2, 10), (message, identity) -> calls.incrementAndGet());
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    consumer.stop();
    assertThat(lost.get()).isGreaterThanOrEqualTo(LOSSES);
    assertThat(calls).hasValue(MESSAGES);
    assertThat(world.claims()).isEqualTo(MESSAGES);
    assertThat(world.count("semel_duplicate")).isPositive();
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
  }

  @Test
  @Shows("I2 connection")
  void storedMessagesComeAgainAndAreAbsorbedAndNobodyIsBlamed() {
    Consumer consumer =
        world.storeFirst(world.policy(2, 10), (message, identity) -> calls.incrementAndGet());
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    await().until(() -> calls.get() >= MESSAGES);
    consumer.stop();
    assertThat(lost.get()).isGreaterThanOrEqualTo(LOSSES);
    assertThat(calls).hasValue(MESSAGES);
    assertThat(world.count("semel_inbox")).isEqualTo(MESSAGES);
    assertThat(world.count("semel_duplicate")).isPositive();
    assertThat(world.count("semel_parked")).isZero();
  }

  @Test
  @Shows("I1 none")
  void whatWasNotStoredComesAgainAndIsStored() {
    broken.set(2);
    Consumer consumer =
        world.storeFirst(world.policy(2, 10), (message, identity) -> calls.incrementAndGet());
    IntStream.range(0, MESSAGES).forEach(i -> world.send("k" + i, "b"));
    consumer.start();
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    await().until(() -> calls.get() >= MESSAGES);
    consumer.stop();
    assertThat(broken.get()).isLessThanOrEqualTo(0);
    assertThat(calls).hasValue(MESSAGES);
    assertThat(world.count("semel_inbox")).isEqualTo(MESSAGES);
    assertThat(world.count("semel_parked")).isZero();
  }

  private final class Losing implements Sessions {
    private final Sessions sessions;

    Losing(Sessions sessions) {
      this.sessions = sessions;
    }

    @Override
    public Session join() throws JMSException {
      if (broken.get() > 0 && broken.getAndDecrement() > 0) {
        doom();
      }
      return sessions.join();
    }

    /** The database's transaction cannot commit any more. */
    private void doom() {
      try {
        world.server.manager().setRollbackOnly();
      } catch (jakarta.transaction.SystemException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void ended(Outcome end) {
      if (end == Outcome.COMMITTED && lost.getAndIncrement() < LOSSES) {
        sessions.close();
      } else {
        sessions.ended(end);
      }
    }

    @Override
    public void broken() {
      sessions.broken();
    }

    @Override
    public void close() {
      sessions.close();
    }
  }
}
