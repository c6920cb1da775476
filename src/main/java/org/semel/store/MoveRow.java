// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.inbox.Ending;
import org.semel.inbox.StoredMessages.Move;
import org.semel.message.Reason;

/** A move of a stored message, column by column. */
record MoveRow(
    UUID identity,
    long lease,
    String state,
    long delay,
    long failed,
    long lapsed,
    @Nullable String reason,
    @Nullable String kind,
    @Nullable String detail) {

  static MoveRow of(Move move) {
    UUID identity = move.leased().identity().digest();
    long lease = move.leased().token();
    String state = move.ending().stage().name();
    if (move.ending() instanceof Ending.Taken taken) {
      return new MoveRow(identity, lease, state, taken.life().toMillis(), 0, 0, null, null, null);
    }
    if (move.ending() instanceof Ending.RetryAfter retry) {
      return new MoveRow(
          identity,
          lease,
          state,
          retry.delay().toMillis(),
          1,
          0,
          null,
          retry.failure().kind(),
          retry.failure().detail());
    }
    if (move.ending() instanceof Ending.FailedForGood failed) {
      return new MoveRow(
          identity,
          lease,
          state,
          0,
          1,
          0,
          failed.reason().name(),
          failed.failure().kind(),
          failed.failure().detail());
    }
    if (move.ending() instanceof Ending.SetAside aside) {
      return new MoveRow(
          identity, lease, state, 0, 0, 0, Reason.SET_ASIDE.name(), "set aside", aside.because());
    }
    long lapsed = move.ending() instanceof Ending.Stopped ? 1 : 0;
    return new MoveRow(identity, lease, state, 0, 0, lapsed, null, null, null);
  }

  static Binds bind(List<MoveRow> rows, Binds binds) throws SQLException {
    return binds
        .uuids(rows, MoveRow::identity)
        .numbers(rows, MoveRow::lease)
        .texts(rows, MoveRow::state)
        .numbers(rows, MoveRow::delay)
        .numbers(rows, MoveRow::failed)
        .numbers(rows, MoveRow::lapsed)
        .texts(rows, MoveRow::reason)
        .texts(rows, MoveRow::kind)
        .texts(rows, MoveRow::detail);
  }
}
