// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.batch.BatchResult.FailedMessage;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.ReceiveEvent.Stop;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Writes what consumers do. Of a route's failure only the class of its first cause is written, with
 * the code of database or broker, as its message may quote what the producer sent; the parked row
 * has the message.
 */
public final class ReceiveLog implements Observer<ReceiveEvent> {

  private final OutageLog outages;
  private final Set<String> unprepared = ConcurrentHashMap.newKeySet();
  private final EventTable<ReceiveEvent> rows;

  /**
   * Lines of consumers.
   *
   * @param nanos a clock that never runs backwards
   */
  public ReceiveLog(LongSupplier nanos) {
    this.outages = new OutageLog(nanos);
    this.rows = rows();
  }

  /** Beside consumer and trace. Costs nothing where nothing is written. */
  @Override
  public void on(ReceiveEvent event) {
    if (event instanceof ReceiveEvent.Done done) {
      done(done);
    } else if (rows.notes(event)) {
      about(event, event.about(), () -> rows.on(event));
    }
  }

  private static void about(ReceiveEvent event, Optional<Message> message, Runnable line) {
    Headers headers =
        message
            .map(one -> one.headers().only(event.consumer().reading().headers()))
            .orElseGet(Headers::none);
    LogContext context = LogContext.ofConsumer(event.name(), headers);
    try (context) {
      line.run();
    }
  }

  private EventTable<ReceiveEvent> rows() {
    return new EventTable<ReceiveEvent>()
        .row(
            ReceiveEvent.Started.class,
            e ->
                OperatorLog.info(
                    Code.CONSUMER_STARTED,
                    "Consumer %s receives from %s with %s. Proven: %s.",
                    e.name(),
                    e.consumer().feed().destination(),
                    threads(e.consumer()),
                    proven(e.consumer().protocol())))
        .row(
            ReceiveEvent.Keeps.class,
            e ->
                OperatorLog.warn(
                    Code.QUEUE_KEEPS,
                    "Consumer %s: queue %s delivers message %s again and again though its receipt has committed, as a queue that is"
                        + " non-destructive does. What has taken effect is absorbed each time, and leaves no more rows in"
                        + " semel_duplicate. Let the queue give up what is acknowledged (in broker.xml: non-destructive=false), or name"
                        + " another one in semel.consumer.%s.queue.",
                    e.name(),
                    e.consumer().feed().destination(),
                    e.message().origin().messageId(),
                    e.name()))
        .row(ReceiveEvent.Failed.class, this::failed)
        .row(
            ReceiveEvent.Reclaimed.class,
            e ->
                OperatorLog.warn(
                    Code.LEASES_RECLAIMED,
                    "Consumer %s: %d stored messages were in work, and their leases ran out. They are taken over: their node has ended, or a"
                        + " route takes longer than its lease.",
                    e.name(),
                    e.leases()))
        .row(
            ReceiveEvent.LeaseLost.class,
            e ->
                OperatorLog.warn(
                    Code.LEASE_LOST,
                    "The lease of %s ran out, and another worker has it now. The transaction of the first worker is rolled back.",
                    e.identity()))
        .row(
            ReceiveEvent.Overran.class,
            e ->
                OperatorLog.warn(
                    Code.BATCH_FAILED,
                    "Consumer %s: a transaction of %d messages took longer than its time-out. The messages come again, in smaller batches.",
                    e.name(),
                    e.overran().messages()))
        .row(ReceiveEvent.Contended.class, this::contended)
        .row(ReceiveEvent.Interrupted.class, e -> interrupted(e, e.cause(), e.pause()))
        .row(ReceiveEvent.Hindered.class, e -> interrupted(e, e.cause(), e.pause()))
        .row(
            ReceiveEvent.Unobserved.class,
            e ->
                OperatorLog.warn(
                    Code.PAUSED,
                    "Consumer %s goes on; what it did could not be noted: %s",
                    e.name(),
                    e.defect()))
        .row(
            ReceiveEvent.Resumed.class,
            e ->
                outages.resumed(
                    e.name(),
                    () -> OperatorLog.info(Code.RESUMED, "Consumer %s receives again.", e.name())))
        .row(
            ReceiveEvent.InDoubt.class,
            e ->
                OperatorLog.error(
                    Code.OUTCOME_IN_DOUBT,
                    "Consumer %s: the outcome of a transaction is unknown (%s). Look at the transaction manager's log.",
                    e.name(),
                    e.cause()))
        .row(ReceiveEvent.Refused.class, e -> OperatorLog.error(e.refusal()))
        .row(ReceiveEvent.Suspended.class, ReceiveLog::suspended)
        .row(
            ReceiveEvent.Stopped.class,
            e ->
                OperatorLog.info(
                    Code.CONSUMER_STOPPED,
                    e.stop() == Stop.DRAINED
                        ? "Consumer %s has stopped; no transaction is in progress."
                        : "Consumer %s has stopped while a transaction is in progress, which ends by itself.",
                    e.name()));
  }

  /** Camel suspends each route that it stops: of one that has drained the stop says so. */
  private static void suspended(ReceiveEvent.Suspended event) {
    if (event.stop() == Stop.STILL_BUSY) {
      OperatorLog.info(
          Code.CONSUMER_STOPPED,
          "Consumer %s is suspended while a transaction is in progress, which ends by itself.",
          event.name());
    }
  }

  /** A replay that has left intents out. The audit has the operator, the message and the reason. */
  public static void replayed(Replayer.ReplayedEffect event) {
    if (event.suppressed() > 0) {
      LogContext context = LogContext.ofConsumer(event.consumer(), event.message().headers());
      try (context) {
        OperatorLog.info(
            Code.INTENTS_SUPPRESSED,
            "Consumer %s: message %s was replayed; %d intents of its route were not recorded, as the policy says.",
            event.consumer(),
            event.message().origin().messageId(),
            event.suppressed());
      }
    }
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

  /** Each receipt beside the trace of its own message. */
  private void done(ReceiveEvent.Done event) {
    for (Receipt receipt : event.done().receipts()) {
      if (receipt instanceof Receipt.Parked parked) {
        about(event, Optional.of(receipt.message()), () -> tell(parked.parked()));
      } else if (receipt instanceof Receipt.Duplicate duplicate && OperatorLog.tellsDetails()) {
        about(event, Optional.of(receipt.message()), () -> tell(event, duplicate));
      }
    }
  }

  private static void tell(ReceiveEvent event, Receipt.Duplicate duplicate) {
    OperatorLog.detail(
        Code.DUPLICATE_ABSORBED,
        "Consumer %s: message %s is a duplicate of %s, which has taken effect; its route is not called.",
        event.name(),
        duplicate.message().origin().messageId(),
        duplicate.identity());
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

  private void failed(ReceiveEvent.Failed event) {
    if (SemelException.says(event.failed().cause(), Code.WORK_UNPREPARED)) {
      if (unprepared.add(event.name())) {
        OperatorLog.warn(event.failed().cause());
      }
      return;
    }
    Optional<FailedMessage> message = event.failed().message();
    if (message.isPresent()) {
      OperatorLog.warn(
          Code.HANDLING_FAILED,
          "%s failed with %s, attempt %d of %d. Its transaction is rolled back; the messages in it come again.",
          message.get().identity(),
          event.failed().cause(),
          message.get().failures().count(),
          event.consumer().attemptLimits().attempts());
    } else {
      OperatorLog.warn(
          Code.BATCH_FAILED,
          "Consumer %s: a transaction of %d messages failed with %s. It is rolled back; the messages come again.",
          event.name(),
          event.failed().messages(),
          event.failed().cause());
    }
    OperatorLog.debug(event.failed().cause());
  }

  private void contended(ReceiveEvent.Contended event) {
    OperatorLog.warn(
        Code.BATCH_FAILED,
        "Consumer %s: a transaction of %d messages met a deadlock, or a row that another transaction holds. The messages"
            + " come again; no attempt is counted.",
        event.name(),
        event.contended().messages());
    OperatorLog.debug(event.contended().cause());
  }

  private void interrupted(ReceiveEvent event, Throwable cause, Duration pause) {
    String who = event.name();
    if (SemelException.says(cause, Code.LOGIN_REFUSED)) {
      String why = Code.LOGIN_REFUSED.text();
      outages.interrupted(who, why, cause, refused -> tellRefused(event.consumer(), pause));
    } else if (SemelException.says(cause, Code.QUEUE_MISSING)) {
      String why = Code.QUEUE_MISSING.text();
      outages.interrupted(who, why, cause, gone -> tellMissing(event.consumer(), pause));
    } else {
      outages.interrupted(who, cause, why -> tellPaused(event.consumer(), pause, why));
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
}
