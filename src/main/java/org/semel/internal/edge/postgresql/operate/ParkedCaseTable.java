// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.desk.operate.ParkedCases;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.internal.edge.postgresql.ordered.GapNotices;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/** {@code semel_parked}, as operators' acts use it. */
public final class ParkedCaseTable implements ParkedCases {

  /**
   * The second operator gets an answer at once, and does not wait for the first one's route to end.
   */
  private static final String HOLD =
      ParkedRows.COLUMNS
          + """
          WHERE id = ? AND state = 'parked' AND ?::bigint IN (-1, xmin::text::bigint)
          FOR UPDATE SKIP LOCKED
          """;

  private static final String STATE =
      """
      SELECT state, xmin::text::bigint AS version FROM {schema}.semel_parked WHERE id = ?
      """;

  private static final String FIND =
      ParkedRows.COLUMNS
          + """
          WHERE id = ?
          """;

  private static final String WAITING =
      ParkedRows.COLUMNS
          + """
          WHERE consumer = ? AND id > ? AND state = 'parked'
          ORDER BY id
          LIMIT ?
          """;

  private static final String FREE_CLAIM =
      """
      SELECT {schema}.semel_free_claim(?, ?::uuid[]) AS freed
      """;

  /** The notice of a gap may just have been settled by the version that was released. */
  private static final String SETTLE =
      """
      UPDATE {schema}.semel_parked SET state = ?, settled_at = clock_timestamp() WHERE id = ? AND (state = 'parked' OR reason = 'GAP')
      """;

  private static final String FAILED =
      """
      UPDATE {schema}.semel_parked SET failures = failures + 1, failure = ?, failure_group = ? WHERE id = ? AND state = 'parked'
      """;

  private final Jdbc jdbc;

  public ParkedCaseTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Hold hold(long id, RowVersion seen) {
    return jdbc
        .query(
            "take a parked message",
            HOLD,
            binds -> binds.number(Integer.MAX_VALUE).number(id).number(seen.number()),
            ParkedRows::read)
        .stream()
        .<Hold>map(Hold.Locked::new)
        .findFirst()
        .orElseGet(() -> notHeld(id, seen));
  }

  private Hold notHeld(long id, RowVersion seen) {
    return jdbc
        .query(
            "look at a parked message",
            STATE,
            binds -> binds.number(id),
            row ->
                notHeld(
                    ParkedState.of(row.getString("state")), seen.admits(row.getLong("version"))))
        .stream()
        .findFirst()
        .orElseGet(Hold.NotFound::new);
  }

  private static Hold notHeld(ParkedState state, boolean isAsSeen) {
    if (state != ParkedState.PARKED) {
      return new Hold.AlreadySettled(state);
    }
    return isAsSeen ? new Hold.Busy() : new Hold.Changed();
  }

  @Override
  public boolean tellsOfAGap(ParkedCase held) {
    return held.cause().reason().equals(ParkingReason.GAP) && new GapNotices(jdbc).tells(held.id());
  }

  @Override
  public void freeClaim(ParkedCase held) {
    List<UUID> places =
        held.evidence()
            .identity()
            .map(identity -> WindowIdentities.of(identity, held.message()))
            .orElse(List.of());
    jdbc.query(
        "free the claim of a parked message",
        FREE_CLAIM,
        binds -> binds.number(held.id()).uuids(places, place -> place),
        row -> row.getLong("freed"));
  }

  @Override
  public void settle(long id, ParkedState end) {
    int settled =
        jdbc.update("settle a parked message", SETTLE, binds -> binds.text(end.word()).number(id));
    if (settled != 1) {
      throw new IllegalStateException(
          "parked message "
              + id
              + " was settled by another while it was held; this is a defect of Semel");
    }
  }

  @Override
  public void failed(long id, Failure failure) {
    jdbc.update(
        "note a failed release",
        FAILED,
        binds -> binds.text(failure.sentence()).text(failure.group()).number(id));
  }

  @Override
  public Optional<ParkedCase> show(long id, int most) {
    return one("show a parked message", FIND, id, most);
  }

  @Override
  public List<ParkedCase> waiting(String consumer, long after, int most) {
    return jdbc.query(
        "list parked messages",
        WAITING,
        binds -> binds.number(0).text(consumer).number(after).number(most),
        ParkedRows::read);
  }

  @Override
  public List<Long> search(String consumer, ParkedFilter which, long after, int most) {
    return new ParkedSearch(jdbc).ids(consumer, which, after, most);
  }

  @Override
  public List<Long> withMessageId(String messageId, Collection<String> consumers, int most) {
    return new ParkedSearch(jdbc).withMessageId(messageId, List.copyOf(consumers), most);
  }

  @Override
  public List<FailureGroup> groups(Optional<String> consumer, GroupPlace after, int most) {
    return new ParkedSearch(jdbc).groups(consumer, after, most);
  }

  private Optional<ParkedCase> one(String act, String sql, long id, int most) {
    return jdbc.query(act, sql, binds -> binds.number(most).number(id), ParkedRows::read).stream()
        .findFirst();
  }
}
