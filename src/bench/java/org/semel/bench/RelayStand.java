// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.apache.camel.builder.RouteBuilder;
import org.semel.estate.ConfirmationProvider;
import org.semel.internal.boot.SmallEstate;

/**
 * Two destinations and their relays, over real Camel, its HTTP client, PostgreSQL and transaction
 * manager, all in this process: the one that is measured, whose provider is well, and a neighbour.
 */
final class RelayStand implements AutoCloseable {

  private static final String MEASURED = "measured";
  private static final String BESIDE = "beside";

  private final SmallEstate estate = new SmallEstate();
  private final ConfirmationProvider provider = new ConfirmationProvider();
  final String measured = estate.name;
  final String beside = estate.name + "-beside";

  RelayStand(Optional<Neighbour> neighbour) {
    estate.with("semel.destination-defaults.concurrency", "16");
    estate.with("semel.destination-defaults.batch", "500");
    estate.with("semel.destination." + measured + ".keys", "ignored");
    neighbour.ifPresent(one -> estate.with("semel.destination." + beside + ".keys", one.keys()));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            route(MEASURED, measured, provider.url());
            neighbour.ifPresent(one -> route(BESIDE, beside, one.url()));
          }

          private void route(String id, String destination, String url) {
            from("intent:" + destination).routeId(id).autoStartup(false).to(url);
          }
        });
  }

  /** Starts the relay of the destination that is measured. */
  void startMeasured() {
    start(MEASURED);
  }

  /** Starts the neighbour's relay. */
  void startBeside() {
    start(BESIDE);
  }

  private void start(String route) {
    try {
      estate.camel.getRouteController().startRoute(route);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  void record(String destination, int number) {
    RecordedIntents.record(estate.server.postgres(), destination, number);
  }

  long count(String destination, String where) {
    return estate
        .server
        .postgres()
        .number(
            "SELECT count(*) FROM semel_intent WHERE destination = ? AND " + where, destination);
  }

  /** What both destinations hold of which nobody knows what became. */
  long unknown() {
    String unknown = "reason = 'OUTCOME_UNKNOWN'";
    return count(measured, unknown) + count(beside, unknown);
  }

  /** Puts a branch in doubt, as it is when a transaction manager dies between its two phases. */
  void doubt(String gid) {
    try (Connection connection = estate.server.postgres().owner().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO semel_probe (id) VALUES (gen_random_uuid())");
      statement.execute("PREPARE TRANSACTION '" + gid + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void resolve(String gid) {
    estate.server.postgres().execute("ROLLBACK PREPARED '" + gid + "'");
  }

  @Override
  public void close() {
    estate.close();
    provider.close();
  }
}
