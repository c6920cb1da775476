// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.semel.small.SmallServer;

/**
 * A row that a route writes or changes by JPA: real Hibernate, which flushes when the transaction
 * commits.
 */
@Entity
@Table(name = "verdict_row")
class VerdictRow {

  private static final SmallServer SERVER = SmallServer.shared();
  private static EntityManagerFactory factory;

  @Id private String id;

  @SuppressWarnings("UnusedVariable") // Hibernate reads it
  private String state;

  @Version private int version;

  protected VerdictRow() {}

  private VerdictRow(String id, String state) {
    this.id = id;
    this.state = state;
  }

  static synchronized void prepare() {
    SERVER
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS verdict_row (id text PRIMARY KEY, state text, version int);
            CREATE OR REPLACE FUNCTION trouble_at_once() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN IF NEW.state <> '' THEN PERFORM trouble(NEW.state); END IF; RETURN NEW; END $$;
            DROP TRIGGER IF EXISTS at_once ON verdict_row;
            CREATE TRIGGER at_once BEFORE INSERT ON verdict_row
              FOR EACH ROW EXECUTE FUNCTION trouble_at_once();
            GRANT ALL ON verdict_row TO semel;
            """);
    if (factory == null) {
      factory = entities();
    }
  }

  /** One that the database refuses in this state, once it is flushed. */
  static EntityManager written(String id, String state) {
    EntityManager entities = factory.createEntityManager();
    entities.persist(new VerdictRow(id, state));
    return entities;
  }

  /** One that a rival has changed since it was read, as shows once it is flushed. */
  static EntityManager outrun(String id) {
    SERVER
        .postgres()
        .execute(
            "INSERT INTO verdict_row VALUES ('%s', '', 0) ON CONFLICT DO NOTHING".formatted(id));
    EntityManager entities = factory.createEntityManager();
    entities.find(VerdictRow.class, id).state = "changed";
    SERVER
        .postgres()
        .execute("UPDATE verdict_row SET version = version + 1 WHERE id = '%s'".formatted(id));
    return entities;
  }

  /** As a server makes it of a unit whose data source takes part in its transactions. */
  private static EntityManagerFactory entities() {
    Configuration configuration = new Configuration().addAnnotatedClass(VerdictRow.class);
    configuration
        .getProperties()
        .put(AvailableSettings.JAKARTA_JTA_DATASOURCE, SERVER.dataSource());
    configuration.getProperties().put(AvailableSettings.JTA_PLATFORM, new SmallJta());
    configuration.setProperty(AvailableSettings.TRANSACTION_COORDINATOR_STRATEGY, "jta");
    configuration.setProperty(AvailableSettings.FLUSH_BEFORE_COMPLETION, "true");
    return configuration.buildSessionFactory();
  }

  private static final class SmallJta extends AbstractJtaPlatform {

    private static final long serialVersionUID = 1L;

    @Override
    protected TransactionManager locateTransactionManager() {
      return SERVER.manager();
    }

    @Override
    protected UserTransaction locateUserTransaction() {
      throw new UnsupportedOperationException("no part of a test asks for it");
    }
  }
}
