// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.util.Base64;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.estate.Postgres;
import org.semel.xa.HandmadeXid;

/** Prepared in the database for a transaction whose manager nobody knows, until it is closed. */
public final class ForgottenBranch implements AutoCloseable {

  private final Postgres postgres;
  private final String gid;

  private ForgottenBranch(Postgres postgres, String gid) {
    this.postgres = postgres;
    this.gid = gid;
  }

  /** Of a transaction that has written to these tables. */
  public static ForgottenBranch over(Postgres postgres, String... tables) {
    String gid = gid(new HandmadeXid("forgotten-" + UUID.randomUUID()));
    String locks =
        Stream.of(tables)
            .map("LOCK TABLE %s IN ROW EXCLUSIVE MODE;"::formatted)
            .collect(Collectors.joining());
    postgres.execute("BEGIN;" + locks + "PREPARE TRANSACTION '" + gid + "'");
    return new ForgottenBranch(postgres, gid);
  }

  /** As PostgreSQL's driver spells it. */
  private static String gid(HandmadeXid branch) {
    Base64.Encoder base64 = Base64.getEncoder();
    return branch.getFormatId()
        + "_"
        + base64.encodeToString(branch.getGlobalTransactionId())
        + "_"
        + base64.encodeToString(branch.getBranchQualifier());
  }

  @Override
  public void close() {
    postgres.execute("ROLLBACK PREPARED '" + gid + "'");
  }
}
