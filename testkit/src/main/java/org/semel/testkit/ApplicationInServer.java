// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.NullUnmarked;
import org.semel.Semel;
import org.semel.internal.boot.PolicyFiles;
import org.semel.internal.boot.routes.RouteFiles.War;

/**
 * The application that the kit is deployed with. As a bean it is there before Camel has routes, so
 * that each step of each route becomes a point; it adds no route.
 */
@ApplicationScoped
@NullUnmarked // injected
class ApplicationInServer implements RoutesBuilder {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String CONSUMER =
      "SELECT queue, identity, strategy FROM %ssemel_consumer WHERE name = ?";

  private volatile CrashPoints points = CrashPoints.calm();
  @Inject @Semel DataSource database;
  @Inject ServletContext servlets;

  @Override
  public void addRoutesToCamelContext(CamelContext context) {
    context.getCamelContextExtension().addInterceptStrategy(new Steps(() -> points));
  }

  @Override
  public void addTemplatedRoutesToCamelContext(CamelContext context) {}

  @Override
  public Set<String> updateRoutesToCamelContext(CamelContext context) {
    return Set.of();
  }

  /** From now on the steps of its routes meet these. */
  void meets(CrashPoints met) {
    points = met;
  }

  DataSource database() {
    return database;
  }

  /** Of Semel's tables, as it stands before a table's name; empty where the policy names none. */
  String schema() {
    return policy("semel.schema").map(name -> '"' + name + "\".").orElse("");
  }

  /**
   * A consumer, as it has registered itself; waits for that, as it does so once its transactions
   * are proven, and a server calls an application deployed before.
   *
   * @throws IllegalStateException if there is none after a minute, or if it is of a kind for which
   *     a trial inside a server cannot tell what became of a message
   */
  Receiving consumer(String name) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Optional<Receiving> found = registered(name);
    while (found.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      found = registered(name);
    }
    return found.orElseThrow(
        () ->
            new IllegalStateException(
                "The deployed application has no consumer inbox:"
                    + name
                    + ", or it has not started within a minute; its log says why."));
  }

  private Optional<Receiving> registered(String name) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement asked = connection.prepareStatement(CONSUMER.formatted(schema()))) {
      asked.setString(1, name);
      try (ResultSet row = asked.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        String strategy = row.getString("strategy");
        if (!strategy.equals("claim") && !strategy.equals("window")) {
          throw NotInServer.because("strategy=" + strategy + " of the consumer " + name);
        }
        return Optional.of(
            new Receiving(
                row.getString("queue"), connectionFactory(name), row.getString("identity")));
      }
    }
  }

  private String connectionFactory(String consumer) {
    return Stream.of("semel.consumer." + consumer, "semel.consumer-defaults")
        .flatMap(owner -> policy(owner + ".connection-factory").stream())
        .findFirst()
        .orElse("jms/semelXA");
  }

  private Optional<String> policy(String key) {
    return PolicyFiles.over(ConfigProvider.getConfig(), War.of(servlets))
        .getOptionalValue(key, String.class);
  }
}
