// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.semel.small.SmallServer;

/**
 * Routes that have nothing to do with messages, in the same application. What they send is
 * intercepted and goes elsewhere, as a staging system keeps its payments at home; or they write in
 * a transaction, with each of the six propagations.
 */
final class OrdinaryRoute {

  private static final String ENTRY = "direct:ordinary";
  private static final String OUTSIDE = "outside";
  private static final String WRITTEN = "-t";

  private static final List<String> PROPAGATIONS =
      List.of("REQUIRED", "REQUIRES_NEW", "MANDATORY", "SUPPORTS", "NOT_SUPPORTED", "NEVER");

  /** Is refused where there is no transaction. */
  private static final String DEMANDING = "MANDATORY";

  /** Is refused in a transaction. */
  private static final String REFUSING = "NEVER";

  /** Stay, though the transaction around them is undone. */
  private static final List<String> APART = List.of("REQUIRES_NEW", "NOT_SUPPORTED");

  private final String name;
  private final boolean intercepts;
  private final boolean writes;
  private final AtomicInteger diverted = new AtomicInteger();
  private final AtomicInteger outside = new AtomicInteger();
  private int sent;

  OrdinaryRoute(String name, Case played) {
    this.name = name;
    this.intercepts = played.has(Key.ORDINARY, "intercepted");
    this.writes = played.has(Key.ORDINARY, "transacted");
  }

  /** To be added to each application that starts. */
  RouteBuilder builder() {
    return new RouteBuilder() {
      @Override
      public void configure() {
        if (intercepts) {
          getContext().addComponent(OUTSIDE, new Later(exchange -> outside.incrementAndGet()));
          interceptSendToEndpoint(OUTSIDE + "*")
              .skipSendToOriginalEndpoint()
              .process(exchange -> diverted.incrementAndGet());
          from(ENTRY).to(OUTSIDE + ":payments");
        }
        if (writes) {
          PROPAGATIONS.forEach(this::writing);
        }
      }

      /** By itself, in a transaction, and in one that is undone. */
      private void writing(String propagation) {
        from(ENTRY + "-alone-" + propagation)
            .transacted("PROPAGATION_" + propagation)
            .process(exchange -> write(exchange.getMessage().getBody(String.class)));
        from(ENTRY + "-within-" + propagation)
            .transacted("PROPAGATION_REQUIRED")
            .to(ENTRY + "-alone-" + propagation);
        from(ENTRY + "-undone-" + propagation)
            .transacted("PROPAGATION_REQUIRED")
            .to(ENTRY + "-alone-" + propagation)
            .process(
                exchange -> {
                  throw new UnsupportedOperationException("undone");
                });
      }
    };
  }

  private void write(String label) throws SQLException {
    try (Connection connection = SmallServer.shared().dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO explored (consumer, key, value, label) VALUES (?, ?, '', '')")) {
      insert.setString(1, name + WRITTEN);
      insert.setString(2, label);
      insert.executeUpdate();
    }
  }

  void send(CamelContext camel) {
    try (ProducerTemplate template = camel.createProducerTemplate()) {
      sent++;
      if (intercepts) {
        template.sendBody(ENTRY, "x");
      }
      if (writes) {
        for (String propagation : PROPAGATIONS) {
          for (String how : List.of("alone-", "within-", "undone-")) {
            write(template, how + propagation);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(ProducerTemplate template, String how) {
    try {
      template.sendBody(ENTRY + "-" + how, how);
    } catch (CamelExecutionException refused) {
      // what is there in the end is what counts
    }
  }

  private static boolean stays(String how, String propagation) {
    return switch (how) {
      case "alone" -> !propagation.equals(DEMANDING);
      case "within" -> !propagation.equals(REFUSING);
      default -> APART.contains(propagation);
    };
  }

  void expected(Tally expected) {
    if (intercepts) {
      expected.add("ordinary: intercepted", sent);
    }
    if (writes) {
      for (String how : List.of("alone", "within", "undone")) {
        PROPAGATIONS.stream()
            .filter(propagation -> stays(how, propagation))
            .forEach(propagation -> expected.add("ordinary: " + how + "-" + propagation, sent));
      }
    }
  }

  void found(Tally found, Looks looks) {
    found.add("ordinary: intercepted", diverted.get());
    found.add("ordinary: sent all the same", outside.get());
    looks
        .texts("SELECT key FROM explored WHERE consumer = ?", name + WRITTEN)
        .forEach(key -> found.add("ordinary: " + key));
  }
}
