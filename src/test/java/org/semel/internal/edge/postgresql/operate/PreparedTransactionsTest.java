// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.SmallServer;
import org.semel.xa.HandmadeXid;
import org.semel.xa.PostgresXADataSource;

/** Really prepared transactions, as the role of run time sees them. */
class PreparedTransactionsTest {

  private final SmallServer server = SmallServer.shared();
  private final String name = "by-hand-" + UUID.randomUUID();

  @AfterEach
  void end() {
    if (ours(name).size() == 1) {
      server.postgres().execute("ROLLBACK PREPARED '" + name + "'");
    }
  }

  @Test
  void oneThatWasPreparedByHandIsListedThoughNobodyKnowsItsTransactionManager() {
    server
        .postgres()
        .execute(
            "BEGIN; UPDATE semel_round SET page = page WHERE kept = 'GAUGES'; PREPARE TRANSACTION '%s'"
                .formatted(name));
    PreparedBranch held = ours(name).get(0);
    assertThat(held.global()).isEmpty();
    assertThat(held.tables()).containsExactly("semel_round");
    assertThat(held.age()).isLessThan(Duration.ofMinutes(5));
    assertThat(held.role()).isNotBlank();
  }

  @Test
  void oneOfTheDriversIsToldByItsGlobalId() throws Exception {
    byte[] id = name.getBytes(StandardCharsets.UTF_8);
    PostgresXADataSource source = new PostgresXADataSource();
    source.setUrl(server.postgres().jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    XAConnection connection = source.getXAConnection();
    try {
      XAResource branch = connection.getXAResource();
      Xid xid = new HandmadeXid(name);
      branch.start(xid, XAResource.TMNOFLAGS);
      connection
          .getConnection()
          .createStatement()
          .execute("INSERT INTO semel_probe (id) VALUES ('" + UUID.randomUUID() + "')");
      branch.end(xid, XAResource.TMSUCCESS);
      branch.prepare(xid);
      GlobalTransaction made = new GlobalTransaction(4711, id);
      List<PreparedBranch> held =
          all().stream().filter(one -> one.global().filter(made::equals).isPresent()).toList();
      branch.rollback(xid);
      assertThat(held).hasSize(1);
      assertThat(held.get(0).tables()).contains("semel_probe");
    } finally {
      connection.close();
    }
  }

  private List<PreparedBranch> ours(String gid) {
    return all().stream().filter(one -> one.gid().equals(gid)).toList();
  }

  private List<PreparedBranch> all() {
    return server
        .transactions()
        .inNew(
            Duration.ofSeconds(30),
            () -> Decision.discard(new PreparedTransactions(server.jdbc()).oldest(500)))
        .orElseThrow(IllegalStateException::new);
  }
}
