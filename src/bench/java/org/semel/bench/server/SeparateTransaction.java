// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Works in a transaction of its own, as the beans of many an estate do. */
@ApplicationScoped
public class SeparateTransaction {

  private final DataSource dataSource = Lookup.of(DataSource.class, "data-source");

  @Transactional(TxType.REQUIRES_NEW)
  public void touch() throws SQLException {
    Contention.touch(dataSource, "B0");
  }
}
