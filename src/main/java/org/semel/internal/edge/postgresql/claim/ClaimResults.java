// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.edge.postgresql.StoreException;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.message.Fingerprint;

/** Turns new and earlier claims into one answer for each offer. */
public final class ClaimResults {

  private ClaimResults() {}

  /**
   * One answer for each entry, in their order.
   *
   * @param claimed the identities just claimed; of equal entries the first counts
   * @param absent the answer for an entry that is neither claimed nor found. Mostly it vanished
   *     between the two statements, and can be claimed next time
   */
  static List<Claim> of(
      List<ClaimRow> entries,
      Set<UUID> claimed,
      Function<List<Integer>, Map<Integer, Claim>> compare,
      Function<ClaimRow, Claim> absent) {
    List<Integer> rest = new ArrayList<>();
    boolean[] ours = new boolean[entries.size()];
    for (int i = 0; i < ours.length; i++) {
      ours[i] = claimed.remove(entries.get(i).id());
      if (!ours[i]) {
        rest.add(i);
      }
    }
    Map<Integer, Claim> known = rest.isEmpty() ? Map.of() : compare.apply(rest);
    List<Claim> answers = new ArrayList<>();
    for (int i = 0; i < ours.length; i++) {
      Claim claim = ours[i] ? new Claim.Claimed() : known.get(i);
      answers.add(claim == null ? absent.apply(entries.get(i)) : claim);
    }
    return answers;
  }

  /** The answers of {@code sql}, which compares offers with earlier claims, by their ordinal. */
  static Map<Integer, Claim> compared(Jdbc jdbc, String sql, Jdbc.Binder binder) {
    return jdbc
        .query(
            "compare identities that took effect before",
            sql,
            binder,
            row -> Map.entry(row.getInt("ordinal"), compared(row)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Claim compared(ResultSet row) throws SQLException {
    return row.getBoolean("equal") ? new Claim.Duplicate() : conflict(row, "claimed_at");
  }

  /** The fingerprint and the time of an earlier row. */
  public static Claim.Conflict conflict(ResultSet row, String came) throws SQLException {
    return new Claim.Conflict(Fingerprint.stored(row.getBytes("fingerprint")), Times.at(row, came));
  }

  /**
   * The answers of {@code claim}, or busy for all if a rival holds a lock beyond the lock timeout.
   */
  static List<Claim> orBusy(int offers, Supplier<List<Claim>> claim) {
    try {
      return claim.get();
    } catch (StoreException e) {
      if (e.getCause() instanceof SQLException sql
          && SqlFaults.LOCK_NOT_AVAILABLE.equals(sql.getSQLState())) {
        return Collections.nCopies(offers, new Claim.Busy());
      }
      throw e;
    }
  }
}
