// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.claim;

import org.semel.internal.postgresql.Jdbc;
import org.semel.message.Identity;

/**
 * {@code semel_duplicate}, for duplicates that no claim records by its own statement (see {@link
 * ClaimTable}).
 */
public final class DuplicateTable {

  private static final String ABSORBED =
      """
      INSERT INTO semel_duplicate (identity, consumer) VALUES (?, ?)
      """;

  private final Jdbc jdbc;

  public DuplicateTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  public void absorbed(Identity identity) {
    jdbc.update(
        "count a duplicate",
        ABSORBED,
        binds -> binds.uuid(identity.digest()).text(identity.consumer()));
  }
}
