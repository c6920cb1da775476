// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.stored;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.engine.receive.rows.StageChange.Mark;
import org.semel.internal.engine.receive.rows.StageChange.Note;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;
import org.semel.message.ParkingReason;

/** A move of a stored message, column by column. */
record MoveRow(UUID identity, long lease, Mark mark) {

  static MoveRow of(Move move) {
    return new MoveRow(
        move.leased().identity().digest(), move.leased().token(), move.change().mark());
  }

  static Binds bind(List<MoveRow> rows, Binds binds) throws SQLException {
    return binds
        .uuids(rows, MoveRow::identity)
        .numbers(rows, MoveRow::lease)
        .texts(rows, row -> row.mark.stage().name())
        .numbers(rows, row -> row.mark.delay().toMillis())
        .numbers(rows, row -> (long) row.mark.failures())
        .numbers(rows, row -> (long) row.mark.lapses())
        .texts(rows, row -> row.note(note -> note.reason().map(ParkingReason::name).orElse(null)))
        .texts(rows, row -> row.note(note -> note.failure().kind()))
        .texts(rows, row -> row.note(note -> note.failure().detail()))
        .texts(rows, row -> row.note(note -> note.failure().group()));
  }

  private @Nullable String note(Function<Note, @Nullable String> part) {
    Note note = mark.note().orElse(null);
    return note == null ? null : part.apply(note);
  }
}
