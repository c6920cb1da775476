// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.camel.component.http.HttpComponent;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;
import org.semel.Code;
import org.semel.estate.Postgres;
import org.semel.internal.boot.SmallEstate;
import org.semel.small.SmallServer;

/** One thing about an application, or what is around it, for which Semel must not let it start. */
enum Unfit implements Part {
  DRIVER(Code.DRIVER_MISLEADS, "its data source tells as done what the database has undone"),
  JOINED(Code.POLICY_INVALID, "its identity is a text around two functions"),
  ELSEWHERE(Code.STEP_ELSEWHERE, "a step of its route writes through a data source of its own"),
  SEDA(Code.ROUTE_UNANSWERED, "the route that delivers hands on to a queue in memory"),
  TAPPED(Code.ROUTE_UNANSWERED, "the route that delivers does so beside itself"),
  HANDLED(Code.ROUTE_UNANSWERED, "the route that delivers hides that it failed"),
  REDIRECTED(Code.ROUTE_REFUSED, "the component that sends follows to a second place"),
  RENAMED(Code.FORMER_NAME_UNSTATED, "its consumer has another name than the one that remembers");

  /** Under which a foreign data source is bound. */
  static final String FOREIGN = "foreign";

  final Code code;
  final String meaning;

  Unfit(Code code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  void configure(SmallEstate made) {
    switch (this) {
      case DRIVER -> made.bind("jdbc/semel", driversOwn());
      case JOINED -> made.consumer("identity", "simple:${header.tenant}-${header.key}");
      case ELSEWHERE -> made.camel.getRegistry().bind(FOREIGN, outside());
      case REDIRECTED ->
          made.camel.getComponent("http", HttpComponent.class).setFollowRedirects(true);
      case SEDA, TAPPED, HANDLED, RENAMED -> {} // its routes, or its name
    }
  }

  private static DataSource driversOwn() {
    try {
      return SmallServer.pool(SmallServer.shared().postgres(), PGXADataSource.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DataSource outside() {
    PGSimpleDataSource outside = new PGSimpleDataSource();
    outside.setUrl(SmallServer.shared().postgres().jdbcUrl());
    outside.setUser(Postgres.ROLE);
    outside.setPassword(Postgres.PASSWORD);
    return outside;
  }

  @Override
  public String line() {
    return "unfit " + Part.word(this);
  }
}
