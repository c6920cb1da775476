// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

import java.time.Duration;
import org.semel.message.Reason;

/** Where a stored message goes next, and what is to be kept of it. */
public sealed interface Ending {

  /** The stage that it comes to. */
  Stage stage();

  /**
   * A worker has taken it.
   *
   * @param life how long its lease lasts
   */
  record Taken(Duration life) implements Ending {
    @Override
    public Stage stage() {
      return Stage.IN_PROGRESS;
    }
  }

  /** It took effect, in this transaction. */
  record Completed() implements Ending {
    @Override
    public Stage stage() {
      return Stage.COMPLETED;
    }
  }

  /** Nothing was done, and nobody is to blame; it is due again at once. */
  record GivenBack() implements Ending {
    @Override
    public Stage stage() {
      return Stage.RECEIVED;
    }
  }

  /**
   * A fault that passes stopped it while it was alone; it is due again at once. That happens to
   * anybody now and then, so that it is no failure; but it counts as a lapse, as it may never pass.
   */
  record Stopped() implements Ending {
    @Override
    public Stage stage() {
      return Stage.RECEIVED;
    }
  }

  /**
   * It failed; it is due again after {@code delay}.
   *
   * @param failure counts as an attempt
   */
  record RetryAfter(Duration delay, Failure failure) implements Ending {
    @Override
    public Stage stage() {
      return Stage.FAILED_RETRYABLE;
    }
  }

  /**
   * It failed, and will not be tried again.
   *
   * @param reason under which it is going to be parked
   */
  record FailedForGood(Reason reason, Failure failure) implements Ending {
    @Override
    public Stage stage() {
      return Stage.FAILED_TERMINAL;
    }
  }

  /**
   * A person decided that it shall not be tried any more for now; the next worker parks it.
   *
   * @param because who, and why
   */
  record SetAside(String because) implements Ending {
    @Override
    public Stage stage() {
      return Stage.FAILED_TERMINAL;
    }
  }

  /** It has been written to the parked messages, in this transaction. */
  record Parked() implements Ending {
    @Override
    public Stage stage() {
      return Stage.PARKED;
    }
  }

  /** A person lets a parked one be tried again, all its attempts before it. */
  record Released() implements Ending {
    @Override
    public Stage stage() {
      return Stage.RECEIVED;
    }
  }
}
