// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.BrokerException;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Outcome;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;
import org.semel.xa.HandmadeXid;

/**
 * A transaction manager rolls a transaction that takes too long back from a thread of its own,
 * while the thread of the transaction goes on. What that receives afterwards is in no transaction.
 */
class LateReceiptsTest {

  private static final Duration A_MOMENT = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String queue = "late-" + UUID.randomUUID();
  private final Broker broker = SmallServer.shared().broker();
  private final Xid xid = new HandmadeXid(UUID.randomUUID().toString());
  private final Thread reaper = new Thread(this::rollBack, "reaper");
  private Runnable onceItHasBegun = () -> {};
  private XAResource resource;
  private final JmsSource source =
      new JmsSource(
          new DirectSessions(broker.xaFactory(), this::begin, DirectSessions.Naming.NONE),
          Queues.named(queue),
          new JmsMessages(queue, new Limits(1 << 20, 200, 10_000)));

  @BeforeEach
  void aQueue() {
    broker.queue(queue);
  }

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void nothingIsReceivedOnceAnotherThreadHasRolledTheBranchBack() {
    send();
    onceItHasBegun = this::letTheReaperRollBack;
    assertThat(receive()).isEmpty();
    assertThatTheMessageIsStillThere();
  }

  @Test
  void whatComesWhileAnotherThreadRollsTheBranchBackIsGivenBack() throws Exception {
    onceItHasBegun = reaper::start;
    CompletableFuture<List<Arrival>> received = CompletableFuture.supplyAsync(this::receive);
    await("it is rolled back, or waits for the receipt")
        .atMost(PATIENCE)
        .until(
            () ->
                List.of(Thread.State.TERMINATED, Thread.State.TIMED_WAITING)
                    .contains(reaper.getState()));
    send();
    received.join();
    reaper.join();
    assertThatTheMessageIsStillThere();
  }

  @Test
  void whatWasReceivedInTimeIsGivenBack() {
    send();
    assertThat(receive(PATIENCE)).hasSize(1);
    letTheReaperRollBack();
    assertThatTheMessageIsStillThere();
  }

  private void begin(XAResource enlisted) {
    resource = enlisted;
    try {
      enlisted.start(xid, XAResource.TMNOFLAGS);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
    onceItHasBegun.run();
  }

  private void letTheReaperRollBack() {
    reaper.start();
    try {
      reaper.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void rollBack() {
    try {
      resource.end(xid, XAResource.TMFAIL);
      resource.rollback(xid);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Arrival> receive() {
    return receive(A_MOMENT);
  }

  /** As a worker does that knows of nothing; a refusal is as good as no message. */
  private List<Arrival> receive(Duration wait) {
    try {
      return source.receive(new BatchLimit(1, 1_000_000), wait);
    } catch (BrokerException e) {
      return List.of();
    }
  }

  private void send() {
    Jms.send(broker, queue, context -> context.createTextMessage("{}"));
  }

  private void assertThatTheMessageIsStillThere() {
    source.ended(Outcome.UNDONE);
    source.close();
    await("nobody has it in hand").atMost(PATIENCE).until(() -> broker.delivering(queue) == 0);
    assertThat(broker.messages(queue)).isEqualTo(1);
  }
}
