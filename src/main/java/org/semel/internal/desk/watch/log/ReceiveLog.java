// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Writes what consumers do. Of a route's failure only the class of its first cause is written, with
 * the code of database or broker, as its message may quote what the producer sent; the parked row
 * has the message.
 */
public final class ReceiveLog implements ReceiveListener {

  private final OutageLog outages;
  private final Set<String> unprepared = ConcurrentHashMap.newKeySet();

  /**
   * Lines of consumers.
   *
   * @param nanos a clock that never runs backwards
   */
  public ReceiveLog(LongSupplier nanos) {
    this.outages = new OutageLog(nanos);
  }

  @Override
  public void started(ConsumerPolicy consumer) {
    OperatorLog.info(
        Code.CONSUMER_STARTED,
        "Consumer %s receives from %s with %s. Proven: %s.",
        consumer.name(),
        consumer.feed().destination(),
        threads(consumer),
        proven(consumer.protocol()));
  }

  private static String threads(ConsumerPolicy consumer) {
    int workers = consumer.concurrency().workers();
    return consumer
        .stored()
        .map(
            later ->
                "%s receivers; %s workers run what they store"
                    .formatted(later.receivers(), workers))
        .orElseGet(() -> "%s workers".formatted(workers));
  }

  private static String proven(Protocol protocol) {
    return protocol == Protocol.XA
        ? "a roll-back undoes the work of broker and database (this proof caused the transaction manager's warnings just now"
            + " about a failed prepare)"
        : "a roll-back undoes the work of the database, and a message whose transaction rolls back comes again";
  }

  @Override
  public void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {
    for (Receipt receipt : done.receipts()) {
      receipt.toPark().ifPresent(ReceiveLog::tell);
      if (receipt instanceof Receipt.Duplicate duplicate) {
        OperatorLog.detail(
            Code.DUPLICATE_ABSORBED,
            "Consumer %s: message %s is a duplicate of %s, which has taken effect; its route is not called.",
            consumer.name(),
            duplicate.message().origin().messageId(),
            duplicate.identity());
      }
    }
  }

  private static void tell(ParkedMessage parked) {
    OperatorLog.warn(
        Code.PARKED,
        "Consumer %s: message %s (%s) is parked as %s; it waits in semel_parked.",
        parked.consumer(),
        parked.message().origin().messageId(),
        parked.evidence().identity().map(Identity::key).orElse("no identity"),
        parked.verdict().reason());
  }

  @Override
  public void keeps(ConsumerPolicy consumer, Message message) {
    OperatorLog.warn(
        Code.QUEUE_KEEPS,
        "Consumer %s: queue %s delivers message %s again and again though its receipt has committed, as a queue that is"
            + " non-destructive does. What has taken effect is absorbed each time, and leaves no more rows in"
            + " semel_duplicate. Let the queue give up what is acknowledged (in broker.xml: non-destructive=false), or name"
            + " another one in semel.consumer.%s.queue.",
        consumer.name(),
        consumer.feed().destination(),
        message.origin().messageId(),
        consumer.name());
  }

  @Override
  public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
    if (SemelException.says(failed.cause(), Code.WORK_UNPREPARED)) {
      if (unprepared.add(consumer.name())) {
        OperatorLog.warn(failed.cause());
      }
      return;
    }
    Optional<FailedMessage> message = failed.message();
    if (message.isPresent()) {
      OperatorLog.warn(
          Code.HANDLING_FAILED,
          "%s failed with %s, attempt %d of %d. Its transaction is rolled back; the messages in it come again.",
          message.get().identity(),
          failed.cause(),
          message.get().failures().count(),
          consumer.attemptLimits().attempts());
    } else {
      OperatorLog.warn(
          Code.BATCH_FAILED,
          "Consumer %s: a transaction of %d messages failed with %s. It is rolled back; the messages come again.",
          consumer.name(),
          failed.messages(),
          failed.cause());
    }
    OperatorLog.debug(failed.cause());
  }

  @Override
  public void reclaimed(ConsumerPolicy consumer, int leases) {
    OperatorLog.warn(
        Code.LEASES_RECLAIMED,
        "Consumer %s: %d stored messages were in work, and their leases ran out. They are taken over: their node has ended, or a"
            + " route takes longer than its lease.",
        consumer.name(),
        leases);
  }

  @Override
  public void leaseLost(ConsumerPolicy consumer, Identity identity) {
    OperatorLog.warn(
        Code.LEASE_LOST,
        "The lease of %s ran out, and another worker has it now. The transaction of the first worker is rolled back.",
        identity);
  }

  @Override
  public void overran(ConsumerPolicy consumer, BatchResult.Overran overran) {
    OperatorLog.warn(
        Code.BATCH_FAILED,
        "Consumer %s: a transaction of %d messages took longer than its time-out. The messages come again, in smaller batches.",
        consumer.name(),
        overran.messages());
  }

  @Override
  public void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {
    OperatorLog.warn(
        Code.BATCH_FAILED,
        "Consumer %s: a transaction of %d messages met a deadlock, or a row that another transaction holds. The messages"
            + " come again; no attempt is counted.",
        consumer.name(),
        contended.messages());
    OperatorLog.debug(contended.cause());
  }

  @Override
  public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
    String who = consumer.name();
    if (SemelException.says(cause, Code.LOGIN_REFUSED)) {
      String why = Code.LOGIN_REFUSED.text();
      outages.interrupted(who, why, cause, refused -> tellRefused(consumer, pause));
    } else if (SemelException.says(cause, Code.QUEUE_MISSING)) {
      String why = Code.QUEUE_MISSING.text();
      outages.interrupted(who, why, cause, gone -> tellMissing(consumer, pause));
    } else {
      outages.interrupted(who, cause, why -> tellPaused(consumer, pause, why));
    }
  }

  private static void tellPaused(ConsumerPolicy consumer, Duration pause, String why) {
    OperatorLog.warn(
        Code.PAUSED,
        "Consumer %s waits; the next try is in %d ms. No attempt is counted. %s",
        consumer.name(),
        pause.toMillis(),
        why);
  }

  private static void tellRefused(ConsumerPolicy consumer, Duration pause) {
    OperatorLog.error(
        Code.LOGIN_REFUSED,
        "Consumer %s receives nothing: the broker behind %s does not know its user, or denies it a right on queue %s"
            + " or on the probe's queue. The next try is in %d ms; no attempt is counted. Set semel.consumer.%s.user and"
            + " .password, or the user of that factory, and grant the rights (server-config/README.md).",
        consumer.name(),
        consumer.feed().connectionFactory(),
        consumer.feed().destination(),
        pause.toMillis(),
        consumer.name());
  }

  private static void tellMissing(ConsumerPolicy consumer, Duration pause) {
    OperatorLog.error(
        Code.QUEUE_MISSING,
        "Consumer %s receives nothing: the broker behind %s has no queue %s any more. Create it again, or correct"
            + " semel.consumer.%s.queue. The next try is in %d ms; no attempt is counted.",
        consumer.name(),
        consumer.feed().connectionFactory(),
        consumer.feed().destination(),
        consumer.name(),
        pause.toMillis());
  }

  @Override
  public void resumed(ConsumerPolicy consumer) {
    outages.resumed(
        consumer.name(),
        () -> OperatorLog.info(Code.RESUMED, "Consumer %s receives again.", consumer.name()));
  }

  @Override
  public void inDoubt(ConsumerPolicy consumer, Throwable cause) {
    OperatorLog.error(
        Code.OUTCOME_IN_DOUBT,
        "Consumer %s: the outcome of a transaction is unknown (%s). Look at the transaction manager's log.",
        consumer.name(),
        cause);
  }

  @Override
  public void refused(ConsumerPolicy consumer, Throwable refusal) {
    OperatorLog.error(refusal);
  }

  @Override
  public void stopped(ConsumerPolicy consumer, Stop stop) {
    OperatorLog.info(
        Code.CONSUMER_STOPPED,
        stop == Stop.DRAINED
            ? "Consumer %s has stopped; no transaction is in progress."
            : "Consumer %s has stopped while a transaction is in progress, which ends by itself.",
        consumer.name());
  }
}
