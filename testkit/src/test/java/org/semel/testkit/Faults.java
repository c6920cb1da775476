// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.camel.builder.RouteBuilder;
import org.eclipse.microprofile.config.ConfigProvider;
import org.semel.Semel;

/** Applications as a user may write them: one is right, each of the others has one fault. */
final class Faults {

  private Faults() {}

  /** One book, which writes as it should. */
  @ApplicationScoped
  static class Book {

    @Inject @Semel DataSource dataSource;

    void note(String title) throws SQLException {
      try (Connection connection = dataSource.getConnection()) {
        insert(connection, title);
      }
    }

    static void insert(Connection connection, String title) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO public.booking (title) VALUES (?)")) {
        insert.setString(1, title);
        insert.executeUpdate();
      }
    }
  }

  @ApplicationScoped
  static class RightRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").bean(Book.class, "note").to("intent:mail");
      from("intent:mail").routeId("mail").to("{{mail.url}}");
    }
  }

  /** Commits a transaction of its own. */
  @ApplicationScoped
  static class NewTransaction {
    @Inject Book book;

    @Transactional(TxType.REQUIRES_NEW)
    void write(String title) throws SQLException {
      book.note(title);
    }
  }

  /** Leaves the transaction for a while. */
  @ApplicationScoped
  static class NoTransaction {
    @Inject Book book;

    @Transactional(TxType.NOT_SUPPORTED)
    void write(String title) throws SQLException {
      book.note(title);
    }
  }

  /** Connects by itself, and commits each statement. */
  @ApplicationScoped
  static class OwnConnection {
    @Inject @Semel DataSource dataSource;

    void write(String title) throws SQLException {
      String url;
      try (Connection connection = dataSource.getConnection()) {
        url = connection.getMetaData().getURL();
      }
      try (Connection own =
          DriverManager.getConnection(url, EmbeddedServer.ROLE, EmbeddedServer.PASSWORD)) {
        Book.insert(own, title);
      }
    }
  }

  /** Lets another thread write, where there is no transaction. */
  @ApplicationScoped
  static class OtherThread {
    @Inject Book book;

    void write(String title) throws InterruptedException {
      Thread other =
          new Thread(
              () -> {
                try {
                  book.note(title);
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      other.start();
      other.join();
    }
  }

  /** Calls a provider at once. */
  @ApplicationScoped
  static class DirectCall {
    void write(String title) throws IOException, InterruptedException {
      String address = ConfigProvider.getConfig().getValue("mail.url", String.class);
      HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(address))
                  .POST(BodyPublishers.ofString(title))
                  .build(),
              BodyHandlers.discarding());
    }
  }

  /** Remembers in a bean what it has done, before that is committed. */
  @ApplicationScoped
  static class Cache {
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    @Inject Book book;

    void write(String title) throws SQLException {
      if (known.add(title)) {
        book.note(title);
      }
    }
  }

  /** Remembers in a class what it has done. */
  @ApplicationScoped
  static class StaticState {
    private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();
    @Inject Book book;

    void write(String title) throws SQLException {
      if (KNOWN.add(title)) {
        book.note(title);
      }
    }
  }

  /** Swallows what goes wrong. */
  @ApplicationScoped
  static class Swallowing {
    @Inject Book book;

    void write(String title) {
      try {
        book.note(title);
      } catch (SQLException e) {
        return; // as if it were written
      }
    }
  }

  /** A route whose second step is one of those above. */
  abstract static class Wrong extends RouteBuilder {
    abstract Class<?> step();

    @Override
    public void configure() {
      from("inbox:bookings")
          .routeId("book")
          .setHeader("seen", constant("yes"))
          .bean(step(), "write")
          .setHeader("done", constant("yes"));
    }
  }

  @ApplicationScoped
  static class NewTransactionRoutes extends Wrong {
    @Override
    Class<?> step() {
      return NewTransaction.class;
    }
  }

  @ApplicationScoped
  static class NoTransactionRoutes extends Wrong {
    @Override
    Class<?> step() {
      return NoTransaction.class;
    }
  }

  @ApplicationScoped
  static class OwnConnectionRoutes extends Wrong {
    @Override
    Class<?> step() {
      return OwnConnection.class;
    }
  }

  /** Puts a message where the broker puts what it gives up. */
  @ApplicationScoped
  static class Letter {
    void write(String title) {
      try (ActiveMQConnectionFactory factory = EmbeddedServer.shared().inside().plain();
          JMSContext context = factory.createContext()) {
        context
            .createProducer()
            .send(context.createQueue(EmbeddedServer.DEAD_LETTERS), "unread: " + title);
      }
    }
  }

  @ApplicationScoped
  static class LetterRoutes extends Wrong {
    @Override
    Class<?> step() {
      return Letter.class;
    }
  }

  /** Counts a failure of a message that has none. */
  @ApplicationScoped
  static class Blame {
    @Inject @Semel DataSource dataSource;

    void write(String title) throws SQLException {
      try (Connection connection = dataSource.getConnection();
          PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO semel_attempt (identity, consumer, key, failures, kind, detail, failure_group)"
                      + " VALUES (gen_random_uuid(), 'bookings', ?, 1, '', '', '')")) {
        insert.setString(1, title);
        insert.executeUpdate();
      }
    }
  }

  @ApplicationScoped
  static class BlameRoutes extends Wrong {
    @Override
    Class<?> step() {
      return Blame.class;
    }
  }

  @ApplicationScoped
  static class LastStepRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").bean(OwnConnection.class, "write");
    }
  }

  @ApplicationScoped
  static class OtherThreadRoutes extends Wrong {
    @Override
    Class<?> step() {
      return OtherThread.class;
    }
  }

  @ApplicationScoped
  static class DirectCallRoutes extends Wrong {
    @Override
    Class<?> step() {
      return DirectCall.class;
    }
  }

  @ApplicationScoped
  static class CacheRoutes extends Wrong {
    @Override
    Class<?> step() {
      return Cache.class;
    }
  }

  @ApplicationScoped
  static class StaticStateRoutes extends Wrong {
    @Override
    Class<?> step() {
      return StaticState.class;
    }
  }

  @ApplicationScoped
  static class SwallowingRoutes extends Wrong {
    @Override
    Class<?> step() {
      return Swallowing.class;
    }
  }

  /** Has no effect that one could see. */
  @ApplicationScoped
  static class NoEffectRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").setHeader("seen", constant("yes"));
    }
  }

  /** Has its effect at a provider alone. */
  @ApplicationScoped
  static class MailRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").to("intent:mail");
      from("intent:mail").routeId("send").to("{{mail.url}}");
    }
  }

  /** Sends within the route. */
  @ApplicationScoped
  static class SendingRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").bean(Book.class, "note").to("{{mail.url}}");
    }
  }

  /** Leaves the thread of the transaction. */
  @ApplicationScoped
  static class SedaRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings").routeId("book").to("seda:later");
      from("seda:later").bean(Book.class, "note");
    }
  }

  /** Splits over several threads. */
  @ApplicationScoped
  static class ParallelRoutes extends RouteBuilder {
    @Override
    public void configure() {
      from("inbox:bookings")
          .routeId("book")
          .split(body().tokenize(" "))
          .parallelProcessing()
          .bean(Book.class, "note")
          .end();
    }
  }

  /** Hides its failures. */
  @ApplicationScoped
  static class HandledRoutes extends RouteBuilder {
    @Override
    public void configure() {
      onException(Exception.class).handled(true);
      from("inbox:bookings").routeId("book").bean(Book.class, "note");
    }
  }
}
