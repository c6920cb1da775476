// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.semel.internal.boot.LosingFactory;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted.IntakeSource;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.tx.Outcome;
import org.semel.matrix.Shows;
import org.semel.small.SmallServer;

/**
 * With {@code ack-after-commit} the connection goes after the database has committed and before the
 * message is acknowledged, as in a crash between the two; or the broker refuses to commit.
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

  /** As of a broker whose journal is full: it delivers, and lets no receipt commit. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "XA")
  void anAcknowledgementThatFailsIsReportedAndPausesTheWorkerAndCountsNoAttempt(Protocol protocol) {
    lost.set(LOSSES);
    SmallWorld failing = new SmallWorld(() -> new LocalSessions(losing()));
    Consumer consumer =
        failing.by(protocol, failing.policy(1, 1), (message, identity) -> calls.incrementAndGet());
    failing.send("k", "b");
    consumer.start();
    await("it is acknowledged").until(() -> failing.server.broker().messages(failing.queue) == 0);
    await("it has taken effect").until(() -> calls.get() > 0);
    assertThat(failing.interruptions).as("each failure is reported").hasSize(LOSSES);
    await("so is the end").until(() -> failing.resumptions.get() == 1);
    consumer.stop();
    assertThat(calls).hasValue(1);
    assertThat(receipts(failing)).as("what committed is reported each time").hasSize(LOSSES + 1);
    assertThat(failing.count("semel_duplicate")).as("its queue keeps nothing").isEqualTo(LOSSES);
    assertThat(failing.count("semel_attempt")).isZero();
    assertThat(failing.count("semel_parked")).isZero();
  }

  private ConnectionFactory losing() {
    return LosingFactory.over(SmallServer.shared().broker().plainFactory(), lost);
  }

  private static List<Receipt> receipts(SmallWorld world) {
    return world.results.stream()
        .map(BatchCommitted.class::cast)
        .filter(done -> done.source() == IntakeSource.QUEUE)
        .flatMap(done -> done.receipts().stream())
        .toList();
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
    public Optional<Exception> ended(Outcome end) {
      if (end == Outcome.COMMITTED && lost.getAndIncrement() < LOSSES) {
        sessions.close();
        return Optional.empty();
      }
      return sessions.ended(end);
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
