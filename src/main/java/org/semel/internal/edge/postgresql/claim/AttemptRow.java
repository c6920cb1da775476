// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.semel.internal.edge.postgresql.DatabaseText;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.message.Identity;

/** A row of {@code semel_attempt}, written and read. */
final class AttemptRow {

  private AttemptRow() {}

  static Jdbc.Binder of(Identity identity, Failure failure) {
    return binds ->
        binds
            .uuid(identity.digest())
            .text(identity.consumer())
            .text(identity.key())
            .text(failure.kind())
            .text(failure.detail())
            .text(failure.group());
  }

  static Identity identity(ResultSet row) throws SQLException {
    return DatabaseText.identity(row);
  }

  static Failures failures(ResultSet row) throws SQLException {
    return new Failures(
        row.getInt("failures"),
        row.getInt("stops"),
        new Failure(
            row.getString("kind"), row.getString("detail"), row.getString("failure_group")));
  }
}
