// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.semel.internal.desk.operate.act.Admission;
import org.semel.internal.desk.operate.act.RequestKeys;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;

/** {@code semel_request}: requests that acted, so that a repeat does not. */
public final class RequestTable implements RequestKeys {

  /** Waits for a rival's transaction, and cannot fail by being the second. */
  private static final String ADMIT =
      """
      INSERT INTO {schema}.semel_request (who, key, digest)
      VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT digest, begun_at, status, answer
      FROM {schema}.semel_request
      WHERE who = ? AND key = ?
      """;

  private static final String ANSWERED =
      """
      UPDATE {schema}.semel_request SET status = ?, answer = ?
      WHERE who = ? AND key = ? AND status IS NULL
      """;

  private static final String GIVE_BACK =
      """
      DELETE FROM {schema}.semel_request
      WHERE who = ? AND key = ? AND status IS NULL
      """;

  private static final int MOST_TRIES = 5;

  private final Jdbc jdbc;

  public RequestTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** A key that was in the way may be given back before it is read; then it is free. */
  @Override
  public Admission admit(String who, String key, byte[] digest) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (take(who, key, digest) == 1) {
        return new Admission.Admitted();
      }
      Optional<Admission> earlier = earlier(who, key, digest);
      if (earlier.isPresent()) {
        return earlier.get();
      }
    }
    throw new IllegalStateException(
        "the key of a request was taken and given back again and again");
  }

  private int take(String who, String key, byte[] digest) {
    return jdbc.update(
        "take the key of a request", ADMIT, binds -> binds.text(who).text(key).bytes(digest));
  }

  private Optional<Admission> earlier(String who, String key, byte[] digest) {
    return jdbc
        .query(
            "read the key of a request",
            FIND,
            binds -> binds.text(who).text(key),
            row -> read(row, digest))
        .stream()
        .findFirst();
  }

  private static Admission read(ResultSet row, byte[] digest) throws SQLException {
    if (!Arrays.equals(row.getBytes("digest"), digest)) {
      return new Admission.Mismatch();
    }
    String answer = row.getString("answer");
    return answer == null
        ? new Admission.Unanswered(Times.at(row, "begun_at"))
        : new Admission.Repeated(row.getInt("status"), answer);
  }

  @Override
  public boolean answered(String who, String key, int status, String answer) {
    return jdbc.update(
            "note what a request was answered",
            ANSWERED,
            binds -> binds.number(status).text(answer).text(who).text(key))
        == 1;
  }

  @Override
  public boolean giveBack(String who, String key) {
    return jdbc.update(
            "give the key of a request back", GIVE_BACK, binds -> binds.text(who).text(key))
        == 1;
  }
}
