// SPDX-License-Identifier: Apache-2.0
package org.semel.it.elsewhere;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import javax.sql.DataSource;

/** Has a data source of Open Liberty that is not Semel's. */
@ApplicationScoped
public class ByLookup {

  @Resource(lookup = "jdbc/plain")
  private DataSource dataSource;

  /** What a route would write through. */
  public DataSource dataSource() {
    return dataSource;
  }
}
