// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.internal.edge.postgresql.ordered.VersionTable.GapNotices;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Origin;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedActs.FailureGroup;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ParkedFilter;
import org.semel.operations.RowVersion;

/**
 * {@code semel_parked}: messages that wait for a person. All that writes the table is here, but for
 * the notice of a gap, which is settled with the gap ({@link GapNotices}), and for what forgets
 * rows that have ended.
 *
 * <pre>
 * state     statement             state afterwards
 * --------  --------------------  -------------------------------------------------
 * none      PARK                  parked; nothing if the same case waits already
 * parked    TIE                   parked, tied to the claim of its identity
 * parked    FAILED                parked, with one more release that failed
 * parked    SETTLE                released or withdrawn
 * released  SETTLE                the same, of a gap's notice that what was released has settled
 * ended     semel_forget_settled  none, once it is old
 * </pre>
 */
public final class ParkedTable implements ParkedStore {

  /**
   * A message with the same identity, body and reason joins the case that still waits. A case that
   * keeps a claim and one that does not are two cases.
   */
  private static final String PARK =
      """
      INSERT INTO {schema}.semel_parked (consumer, identity, key, reason, holds_claim, detail, failure_group, fingerprint, recorded_fingerprint,
        headers, form, content_type, body, destination, message_id, deliveries, differing, recorded_at, aggregate, version, whole)
      SELECT ?, ?::uuid, ?, ?, ?::boolean, ?, ?, ?::bytea, ?::bytea, ?::json, ?, ?, ?::bytea, ?, ?, ?::int, ?::text[], ?::timestamptz, ?::uuid, ?::bigint, ?::boolean
      FROM {flush}
      ON CONFLICT (identity, fingerprint, reason, holds_claim) WHERE identity IS NOT NULL AND state = 'parked' DO NOTHING
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * Ties the case to the present claim of its identity. An older case may hold a claim that is
   * forgotten by now.
   */
  private static final String TIE =
      """
      UPDATE {schema}.semel_parked AS p
      SET claimed_at = (
        SELECT max(c.claimed_at)
        FROM (
          SELECT claimed_at FROM {schema}.semel_claim WHERE identity = p.identity AND consumer = p.consumer AND key = p.key
          UNION ALL
          SELECT claimed_at FROM {schema}.semel_window WHERE identity = ANY (?::uuid[]) AND consumer = p.consumer AND key = p.key
        ) AS c)
      WHERE identity = ? AND fingerprint = ? AND reason = ? AND holds_claim AND state = 'parked'
      """;

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

  public ParkedTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Parks one at a time: parking is rare, and a body may be large. */
  @Override
  public void park(List<ParkedMessage> messages) {
    messages.forEach(this::park);
  }

  /** If the older case is settled meanwhile, this becomes a case of its own. */
  private void park(ParkedMessage parked) {
    insert(parked);
    if (parked.evidence().holdsClaim() && tie(parked) == 0) {
      insert(parked);
      tie(parked);
    }
  }

  private void insert(ParkedMessage parked) {
    jdbc.update("park a message", PARK, binds -> bind(parked, binds));
  }

  private int tie(ParkedMessage parked) {
    Identity identity = parked.evidence().identity().orElseThrow();
    List<UUID> places = WindowIdentities.of(identity, parked.message());
    return jdbc.update(
        "tie a parked message to its claim",
        TIE,
        binds ->
            binds
                .uuids(places, place -> place)
                .uuid(identity.digest())
                .bytes(parked.evidence().offered().map(Fingerprint::bytes).orElse(null))
                .text(parked.verdict().reason().name()));
  }

  private static void bind(ParkedMessage parked, Binds binds) throws SQLException {
    ParkedMessage.IdentityEvidence evidence = parked.evidence();
    @Nullable Identity identity = evidence.identity().orElse(null);
    Body body = parked.message().body();
    Origin origin = parked.message().origin();
    binds
        .text(parked.consumer())
        .uuid(identity == null ? null : identity.digest())
        .text(identity == null ? null : identity.key())
        .text(parked.verdict().reason().name())
        .truth(evidence.holdsClaim())
        .text(parked.verdict().detail())
        .text(parked.verdict().group().orElse(null))
        .bytes(evidence.offered().map(Fingerprint::bytes).orElse(null))
        .bytes(evidence.conflict().map(conflict -> conflict.recorded().bytes()).orElse(null))
        .text(HeadersColumn.write(parked.message().headers()))
        .text(body.form().name())
        .text(body.contentType().orElse(null))
        .bytes(body.bytes())
        .text(origin.destination())
        .text(origin.messageId())
        .number(origin.deliveries())
        .texts(evidence.differing(), name -> name)
        .text(evidence.conflict().map(conflict -> conflict.at().toString()).orElse(null))
        .uuid(evidence.aggregate().map(Identity::digest).orElse(null))
        .text(evidence.version().isPresent() ? Long.toString(evidence.version().getAsLong()) : null)
        .truth(parked.verdict().reason().keepsTheBody());
  }

  /** The table as operators' acts use it. */
  public static final class ParkedCaseTable implements ParkedCases {

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
      return held.cause().reason().equals(ParkingReason.GAP)
          && new GapNotices(jdbc).tells(held.id());
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
          jdbc.update(
              "settle a parked message", SETTLE, binds -> binds.text(end.word()).number(id));
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
}
