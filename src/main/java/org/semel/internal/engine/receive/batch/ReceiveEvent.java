// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.message.Identity;
import org.semel.message.Message;

/** The events of consumers. Workers report them outside any transaction. */
public sealed interface ReceiveEvent {

  /** Whose event it is. */
  ConsumerPolicy consumer();

  /** Its name. */
  default String name() {
    return consumer().name();
  }

  /** The one message that it is about, if it is about one. */
  default Optional<Message> about() {
    return Optional.empty();
  }

  /** An observer met {@code defect} when it heard {@code event}; the consumer goes on. */
  static Optional<ReceiveEvent> defect(ReceiveEvent event, Throwable defect) {
    if (event instanceof Unobserved told) { // there is no other observer
      if (!defect.equals(told.defect())) {
        told.defect().addSuppressed(defect);
      }
      return Optional.empty();
    }
    return Optional.of(new Unobserved(event.consumer(), defect));
  }

  /** A transaction has committed. */
  record Done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) implements ReceiveEvent {}

  /**
   * A message comes again and again though its receipt has committed: its queue keeps it. At most
   * once while the node runs.
   */
  record Keeps(ConsumerPolicy consumer, Message message) implements ReceiveEvent {
    @Override
    public Optional<Message> about() {
      return Optional.of(message);
    }
  }

  /** A transaction was rolled back for a reason that stays; its messages come again. */
  record Failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed)
      implements ReceiveEvent {
    @Override
    public Optional<Message> about() {
      return failed.message().map(BatchResult.FailedMessage::message);
    }
  }

  /** A transaction of several messages took longer than it may; they come again, fewer at once. */
  record Overran(ConsumerPolicy consumer, BatchResult.Overran overran) implements ReceiveEvent {}

  /** A transaction and another one were in each other's way; its messages come again. */
  record Contended(ConsumerPolicy consumer, BatchResult.Contended contended)
      implements ReceiveEvent {}

  /** A fault that passes stopped the worker, which tries again after {@code pause}. */
  record Interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause)
      implements ReceiveEvent {}

  /** The same, but others took effect meanwhile: the consumer receives, and nothing is away. */
  record Hindered(ConsumerPolicy consumer, Throwable cause, Duration pause)
      implements ReceiveEvent {}

  /** An observer could not note an event; the consumer goes on. */
  record Unobserved(ConsumerPolicy consumer, Throwable defect) implements ReceiveEvent {}

  /** The first transaction after an interruption has gone well. */
  record Resumed(ConsumerPolicy consumer) implements ReceiveEvent {}

  /** A transaction's outcome is unknown. */
  record InDoubt(ConsumerPolicy consumer, Throwable cause) implements ReceiveEvent {}

  /** So many stored messages were leased whose former lease had run out. */
  record Reclaimed(ConsumerPolicy consumer, int leases) implements ReceiveEvent {}

  /** A stored message was taken over by another worker; what this one did is rolled back. */
  record LeaseLost(ConsumerPolicy consumer, Identity identity) implements ReceiveEvent {}

  /** The start-up proof has refused the consumer after it had waited for its broker or database. */
  record Refused(ConsumerPolicy consumer, Throwable refusal) implements ReceiveEvent {}

  /** The consumer has proven its transactions and receives. */
  record Started(ConsumerPolicy consumer) implements ReceiveEvent {}

  /** The consumer's route is suspended; it begins nothing more until it is not. */
  record Suspended(ConsumerPolicy consumer, Stop stop) implements ReceiveEvent {}

  /** The consumer's route is suspended no longer. */
  record Unsuspended(ConsumerPolicy consumer) implements ReceiveEvent {}

  /** The consumer has stopped; with work still running if it did not drain in time. */
  record Stopped(ConsumerPolicy consumer, Stop stop) implements ReceiveEvent {}

  /** The way in which a consumer stopped, or was suspended. */
  enum Stop {
    /** No work was left. */
    DRAINED,
    /** A worker was still busy when patience ended; its transaction ends by itself. */
    STILL_BUSY;

    /** The one in which no work was left, or the other. */
    public static Stop of(boolean drained) {
      return drained ? DRAINED : STILL_BUSY;
    }
  }
}
