// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;

/** The events of retention. Reported on the sweeping thread, outside any transaction. */
public sealed interface RetentionEvent {

  /** A rule that was declared at this start is shorter than one that still counts. */
  record Pending(PendingRule rule) implements RetentionEvent {}

  /** A round is over. */
  record Swept(RetainedKind kept, long forgotten) implements RetentionEvent {}

  /** The database cannot be reached, or refuses; it is tried again after {@code pause}. */
  record Interrupted(Throwable cause, Duration pause) implements RetentionEvent {}

  /** The database is back. */
  record Resumed() implements RetentionEvent {}
}
