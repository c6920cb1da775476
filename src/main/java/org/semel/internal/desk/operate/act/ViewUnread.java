// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;

/** A view could not be read. No one has acted, and nothing was to change. */
public final class ViewUnread extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  private final @Nullable Duration silence;

  /**
   * One that failed by {@code cause}, or was not asked for, as another had just failed.
   *
   * @param silence for how long the database has not answered; empty if it answers
   */
  ViewUnread(Optional<Duration> silence, @Nullable Throwable cause) {
    super(Code.VIEW_UNREAD, Code.VIEW_UNREAD.meaning() + " " + sentence(silence), cause);
    this.silence = silence.orElse(null);
  }

  /** For how long the database has not answered this node; empty if that is not why. */
  public Optional<Duration> silence() {
    return Optional.ofNullable(silence);
  }

  /** Why, for the caller; quotes nothing. */
  public String sentence() {
    return sentence(silence());
  }

  private static String sentence(Optional<Duration> silence) {
    return silence
        .map(lasts -> "The database has not answered this node for " + spelled(lasts) + ".")
        .orElse("The log of this node says why.");
  }

  private static String spelled(Duration span) {
    return span.toMinutes() < 2 ? span.toSeconds() + " s" : span.toMinutes() + " min";
  }
}
