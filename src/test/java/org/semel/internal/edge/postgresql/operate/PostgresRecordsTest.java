// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.message.Identity;
import org.semel.operations.Dossier.Duplicates;
import org.semel.operations.RecordsContract;
import org.semel.small.SmallServer;

class PostgresRecordsTest extends RecordsContract {

  private static final PostgresOpsWorld WORLD = new PostgresOpsWorld();

  PostgresRecordsTest() {
    super(WORLD);
  }

  /** All of the table would be read to find what cannot be there: nobody may touch it here. */
  @Test
  void ofAnIdentityThatIsNotRememberedNoDuplicateIsSought() {
    Identity unknown = new Identity("c-" + UUID.randomUUID(), "1");
    WORLD.register(unknown.consumer(), "header:key");
    SmallServer server = SmallServer.shared();
    String gid = "locks-" + unknown.consumer();
    server
        .postgres()
        .execute(
            "BEGIN; LOCK TABLE semel_duplicate IN ACCESS EXCLUSIVE MODE; PREPARE TRANSACTION '%s'"
                .formatted(gid));
    try {
      assertThat(WORLD.look(() -> absorbed(server.jdbc(), unknown)))
          .isEqualTo(new Duplicates(0, Optional.empty()));
    } finally {
      server.postgres().execute("ROLLBACK PREPARED '%s'".formatted(gid));
    }
  }

  private static Duplicates absorbed(Jdbc jdbc, Identity identity) {
    jdbc.query(
        "wait for no lock",
        "SELECT set_config('lock_timeout', '2s', true) AS set",
        binds -> {},
        row -> row.getString("set"));
    return WORLD.stores().records().absorbed(identity);
  }
}
