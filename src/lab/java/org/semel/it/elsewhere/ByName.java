// SPDX-License-Identifier: Apache-2.0
package org.semel.it.elsewhere;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import javax.sql.DataSource;

/**
 * Means Semel's data source. In a bean WildFly takes the name for nothing that it knows, and
 * injects its default data source.
 */
@ApplicationScoped
public class ByName {

  @Resource(name = "jdbc/semel")
  private DataSource dataSource;

  /** What a route would write through. */
  public DataSource dataSource() {
    return dataSource;
  }
}
