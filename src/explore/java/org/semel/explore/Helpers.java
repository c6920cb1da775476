// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.persistence.EntityManager;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.semel.entity.Answer;
import org.semel.entity.AppliedOnce;
import org.semel.entity.Stamp;
import org.semel.explore.Part.Step.Work;
import org.semel.message.Identity;
import org.semel.natural.Moved;
import org.semel.natural.Transition;
import org.semel.natural.Upserted;
import org.semel.natural.VersionedUpsert;
import org.semel.small.SmallServer;

/**
 * The acts of a bean through the helpers of {@code natural} and {@code entity}: each message makes
 * one row for each step, whose effects are counted in it. Where there are rivals, the row of every
 * tenth key is another message's, so that this one fails; and of every other tenth a later version
 * of another one's, so that this one is a success that changes nothing.
 */
final class Helpers {

  private static final char TAKEN = '3';
  private static final char OVERTAKEN = '1';

  private static final Transition MOVE =
      Transition.in("explored_helped", "id", "status").from("NEW").to("DONE");

  private static final VersionedUpsert UPSERT =
      VersionedUpsert.into("explored_helped", "id", "version", "consumer", "key", "label");

  /** Its row, if a message needs one that is there. */
  private static final String THERE =
      """
      INSERT INTO explored_helped (id, consumer, key, label, status, version, applied_version)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """;

  private static final String TAKES_EFFECT =
      "UPDATE explored_helped SET times = times + 1 WHERE id = ?";

  private final boolean rivals;
  private final DataSource business;

  /**
   * Of a case.
   *
   * @param business through which the helpers of {@code natural} write
   */
  Helpers(Case played, DataSource business) {
    this.rivals = played.has(Key.RIVALS, "there");
    this.business = business;
  }

  /** A row of a message and a step. */
  record Place(String consumer, String key, String label) {

    String id() {
      return consumer + " " + key + " " + label;
    }
  }

  /** Whether the row is another message's. */
  static boolean isTaken(String key) {
    return last(key) == TAKEN;
  }

  /** Whether a later version is there. */
  static boolean isOvertaken(String key) {
    return last(key) == OVERTAKEN;
  }

  private static char last(String key) {
    return key.charAt(key.length() - 1);
  }

  void help(Work how, Place place, Identity identity) throws SQLException {
    boolean taken = rivals && isTaken(place.key);
    boolean overtaken = rivals && isOvertaken(place.key);
    switch (how) {
      case MOVE -> {
        there(place, taken ? "GONE" : overtaken ? "DONE" : "NEW", 0, 0);
        Moved moved = MOVE.move(business, place.id());
        if (moved instanceof Moved.Refused || moved instanceof Moved.Absent) {
          throw new IllegalStateException("not moved: " + moved);
        }
        takesEffect(place, moved instanceof Moved.Now);
      }
      case UPSERT -> {
        if (overtaken) {
          there(place, "NEW", 2, 0);
        }
        takesEffect(
            place,
            UPSERT.write(business, place.id(), 1, place.consumer, place.key, place.label)
                instanceof Upserted.Written);
      }
      case CREATE -> {
        if (taken || overtaken) {
          there(place, "NEW", 0, overtaken ? 2 : 0);
        }
        applied(
            new AppliedOnce(entities())
                .create(Helped.class, place.id(), new Stamp(identity, 0), () -> new Helped(place)));
      }
      case UPDATE -> {
        there(place, "NEW", 0, taken ? 1 : overtaken ? 2 : 0);
        applied(
            new AppliedOnce(entities()).update(Helped.class, place.id(), new Stamp(identity, 1)));
      }
      default -> throw new IllegalArgumentException(how + " has no helper");
    }
  }

  private static void applied(Answer<Helped> answer) {
    if (answer instanceof Answer.Ours<Helped> ours) {
      ours.entity().takesEffect();
    } else if (answer instanceof Answer.Conflict<Helped>
        || answer instanceof Answer.Absent<Helped>) {
      throw new IllegalStateException("not applied: " + answer);
    }
  }

  private void there(Place place, String status, long version, long applied) throws SQLException {
    execute(THERE, place.id(), place.consumer, place.key, place.label, status, version, applied);
  }

  private void takesEffect(Place place, boolean does) throws SQLException {
    if (does) {
      execute(TAKES_EFFECT, place.id());
    }
  }

  private void execute(String sql, Object... values) throws SQLException {
    try (Connection connection = business.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** That of the transaction, for all messages of its batch, as a server gives it. */
  private static EntityManager entities() {
    SmallServer server = SmallServer.shared();
    if (server.synchronizations().getResource(Unit.class) instanceof EntityManager there) {
      return there;
    }
    EntityManager made = Unit.FACTORY.createEntityManager();
    made.joinTransaction();
    server.synchronizations().putResource(Unit.class, made);
    server.synchronizations().registerInterposedSynchronization(closing(made));
    return made;
  }

  private static Synchronization closing(EntityManager entities) {
    return new Synchronization() {
      @Override
      public void beforeCompletion() {}

      @Override
      public void afterCompletion(int status) {
        entities.close();
      }
    };
  }

  /** The persistence unit; made when the first case needs it. */
  private static final class Unit extends AbstractJtaPlatform {

    private static final long serialVersionUID = 1L;
    private static final SessionFactory FACTORY = factory();

    private static SessionFactory factory() {
      Configuration configuration =
          new Configuration()
              .addAnnotatedClass(Helped.class)
              .setProperty("hibernate.transaction.coordinator_class", "jta");
      configuration
          .getProperties()
          .put("hibernate.connection.datasource", SmallServer.shared().dataSource());
      configuration.getProperties().put("hibernate.transaction.jta.platform", new Unit());
      return configuration.buildSessionFactory();
    }

    @Override
    protected TransactionManager locateTransactionManager() {
      return SmallServer.shared().manager();
    }

    @Override
    protected UserTransaction locateUserTransaction() {
      throw new UnsupportedOperationException();
    }
  }
}
