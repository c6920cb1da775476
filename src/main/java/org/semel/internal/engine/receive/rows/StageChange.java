// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.message.ParkingReason;

/** The next stage of a stored message, and what is to be kept of it. */
public sealed interface StageChange {

  /**
   * The mark that it leaves in the message's row. Each ending defines its own; there is no default.
   */
  Mark mark();

  /** The stage that it comes to. */
  default InboxStage stage() {
    return mark().stage();
  }

  /**
   * The mark that an ending leaves in the row of its message.
   *
   * @param stage that it comes to
   * @param delay after which it is due, or its lease has run out
   * @param failures that it adds to the attempts
   * @param lapses that it adds
   * @param note that it leaves; without one the row keeps what it has
   */
  record Mark(InboxStage stage, Duration delay, int failures, int lapses, Optional<Note> note) {

    static Mark of(InboxStage stage) {
      return new Mark(stage, Duration.ZERO, 0, 0, Optional.empty());
    }

    static Mark failed(InboxStage stage, Optional<ParkingReason> reason, Failure failure) {
      Note note = new Note(reason, failure);
      return new Mark(stage, Duration.ZERO, 1, 0, Optional.of(note));
    }

    Mark after(Duration later) {
      return new Mark(stage, later, failures, lapses, note);
    }
  }

  /**
   * The reason for a stage, and the last failure before it.
   *
   * @param reason under which it is going to be parked, if it is
   * @param failure the last one
   */
  record Note(Optional<ParkingReason> reason, Failure failure) {}

  /**
   * A worker has taken it.
   *
   * @param life how long its lease lasts
   */
  record Leased(Duration life) implements StageChange {
    @Override
    public Mark mark() {
      return Mark.of(InboxStage.IN_PROGRESS).after(life);
    }
  }

  /** It took effect, in this transaction. */
  record Completed() implements StageChange {
    @Override
    public Mark mark() {
      return Mark.of(InboxStage.COMPLETED);
    }
  }

  /** Nothing was done, and that is not its fault; it is due again at once. */
  record GivenBack() implements StageChange {
    @Override
    public Mark mark() {
      return Mark.of(InboxStage.RECEIVED);
    }
  }

  /**
   * A fault that passes stopped it while it was alone; it is due again at once. That happens to any
   * message now and then, so that it is no failure; but it counts as a lapse, as it may never pass.
   */
  record Stopped() implements StageChange {
    @Override
    public Mark mark() {
      return new Mark(InboxStage.RECEIVED, Duration.ZERO, 0, 1, Optional.empty());
    }
  }

  /**
   * It failed; it is due again after {@code delay}.
   *
   * @param failure counts as an attempt
   */
  record RetryAfter(Duration delay, Failure failure) implements StageChange {
    @Override
    public Mark mark() {
      return Mark.failed(InboxStage.FAILED_RETRYABLE, Optional.empty(), failure).after(delay);
    }
  }

  /**
   * It failed, and will not be tried again.
   *
   * @param reason under which it is going to be parked
   */
  record FailedForGood(ParkingReason reason, Failure failure) implements StageChange {
    @Override
    public Mark mark() {
      return Mark.failed(InboxStage.FAILED_TERMINAL, Optional.of(reason), failure);
    }
  }

  /**
   * A person decided that it shall not be tried any more for now; the next worker parks it.
   *
   * @param because who, and why
   */
  record StoppedByOperator(String because) implements StageChange {
    @Override
    public Mark mark() {
      return new Mark(
          InboxStage.FAILED_TERMINAL,
          Duration.ZERO,
          0,
          0,
          Optional.of(
              new Note(Optional.of(ParkingReason.SET_ASIDE), new Failure("set aside", because))));
    }
  }

  /** It has been written to the parked messages, in this transaction. */
  record Parked() implements StageChange {
    @Override
    public Mark mark() {
      return Mark.of(InboxStage.PARKED);
    }
  }

  /**
   * It was handed on, and could not take effect at its turn: it has been written to the parked
   * messages, in this transaction.
   *
   * @param verdict why; its row keeps it, as it says what the row's body is worth
   */
  record Refused(ParkedMessage.Verdict verdict) implements StageChange {
    @Override
    public Mark mark() {
      Failure why = new Failure("refused", verdict.detail(), verdict.group().orElse("refused"));
      return new Mark(
          InboxStage.PARKED,
          Duration.ZERO,
          0,
          0,
          Optional.of(new Note(Optional.of(verdict.reason()), why)));
    }
  }

  /** A person lets a parked one be tried again, all its attempts before it. */
  record Released() implements StageChange {
    @Override
    public Mark mark() {
      return Mark.of(InboxStage.RECEIVED);
    }
  }
}
