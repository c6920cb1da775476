// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.List;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.BatchResult.BatchCommitted;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * Lets the lines of a log tell consumer and trace beside their text. Costs nothing where nothing is
 * written: of what committed the log hears only of what is parked, and of duplicates if somebody
 * asks for details.
 */
public final class ReceiveLogContext implements ReceiveListener {

  private final ReceiveListener log;

  public ReceiveLogContext(ReceiveListener log) {
    this.log = log;
  }

  @Override
  public void done(ConsumerPolicy consumer, BatchCommitted done) {
    for (Receipt receipt : done.receipts()) {
      if (isTold(receipt)) {
        about(
            consumer,
            receipt.message(),
            () ->
                log.done(
                    consumer, new BatchCommitted(List.of(receipt), done.source(), done.lasted())));
      }
    }
  }

  private static boolean isTold(Receipt receipt) {
    return receipt instanceof Receipt.Parked
        || (receipt instanceof Receipt.Duplicate && OperatorLog.tellsDetails());
  }

  @Override
  public void keeps(ConsumerPolicy consumer, Message message) {
    about(consumer, message, () -> log.keeps(consumer, message));
  }

  @Override
  public void reclaimed(ConsumerPolicy consumer, int leases) {
    about(consumer, () -> log.reclaimed(consumer, leases));
  }

  @Override
  public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
    failed
        .message()
        .ifPresentOrElse(
            one -> about(consumer, one.message(), () -> log.failed(consumer, failed)),
            () -> about(consumer, () -> log.failed(consumer, failed)));
  }

  @Override
  public void overran(ConsumerPolicy consumer, BatchResult.Overran overran) {
    about(consumer, () -> log.overran(consumer, overran));
  }

  @Override
  public void contended(ConsumerPolicy consumer, BatchResult.Contended contended) {
    about(consumer, () -> log.contended(consumer, contended));
  }

  @Override
  public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
    about(consumer, () -> log.interrupted(consumer, cause, pause));
  }

  @Override
  public void resumed(ConsumerPolicy consumer) {
    about(consumer, () -> log.resumed(consumer));
  }

  @Override
  public void inDoubt(ConsumerPolicy consumer, Throwable cause) {
    about(consumer, () -> log.inDoubt(consumer, cause));
  }

  @Override
  public void leaseLost(ConsumerPolicy consumer, Identity identity) {
    about(consumer, () -> log.leaseLost(consumer, identity));
  }

  @Override
  public void refused(ConsumerPolicy consumer, Throwable refusal) {
    about(consumer, () -> log.refused(consumer, refusal));
  }

  @Override
  public void started(ConsumerPolicy consumer) {
    about(consumer, () -> log.started(consumer));
  }

  @Override
  public void stopped(ConsumerPolicy consumer, Stop stop) {
    about(consumer, () -> log.stopped(consumer, stop));
  }

  private static void about(ConsumerPolicy consumer, Runnable line) {
    about(consumer, Headers.none(), line);
  }

  private static void about(ConsumerPolicy consumer, Message message, Runnable line) {
    about(consumer, message.headers().only(consumer.reading().headers()), line);
  }

  private static void about(ConsumerPolicy consumer, Headers headers, Runnable line) {
    LogContext context = LogContext.ofConsumer(consumer.name(), headers);
    try (context) {
      line.run();
    }
  }
}
