// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.literal.InjectLiteral;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Injects entity managers as a container does: each takes part in the transaction in which it is
 * called, and lasts as long. Outside a transaction each call has one of its own.
 */
final class PersistenceContexts implements Extension {

  private final DataSource dataSource;
  private final TransactionSynchronizationRegistry transactions;
  private final Set<String> units = new TreeSet<>();
  private final Map<String, EntityManagerFactory> factories = new ConcurrentHashMap<>();

  PersistenceContexts(DataSource dataSource, TransactionSynchronizationRegistry transactions) {
    this.dataSource = dataSource;
    this.transactions = transactions;
  }

  <T> void fields(
      @Observes @WithAnnotations(PersistenceContext.class) ProcessAnnotatedType<T> type) {
    type.configureAnnotatedType()
        .filterFields(field -> field.isAnnotationPresent(PersistenceContext.class))
        .forEach(
            field -> {
              String unit = field.getAnnotated().getAnnotation(PersistenceContext.class).unitName();
              units.add(unit);
              field.add(InjectLiteral.INSTANCE).add(named(unit));
            });
  }

  void beans(@Observes AfterBeanDiscovery discovery) {
    for (String unit : units) {
      discovery
          .<EntityManager>addBean()
          .types(EntityManager.class)
          .qualifiers(named(unit))
          .scope(Dependent.class)
          .produceWith(any -> manager(unit));
    }
  }

  private static NamedLiteral named(String unit) {
    return NamedLiteral.of("persistence unit " + unit);
  }

  /**
   * Opens the unit of each bean, so that one that is not there is named before a message meets it.
   *
   * @throws IllegalStateException if there is none
   */
  void open() {
    for (String unit : units) {
      try {
        factory(unit);
      } catch (PersistenceException e) {
        throw new IllegalStateException(
            ("A bean has @PersistenceContext%s, and the test finds no such persistence unit, or cannot open it:"
                    + " META-INF/persistence.xml of the class path must have it (%s).")
                .formatted(unit.isEmpty() ? "" : "(unitName = \"" + unit + "\")", e.getMessage()),
            e);
      }
    }
  }

  /** Ends all that was opened. */
  void close() {
    factories.values().forEach(EntityManagerFactory::close);
  }

  private EntityManager manager(String unit) {
    return StruckDriver.proxy(
        EntityManager.class,
        unit,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            throw new IllegalStateException("the container closes it");
          }
          if (transactions.getTransactionStatus() != Status.STATUS_NO_TRANSACTION) {
            return StruckDriver.call(ofTransaction(unit), method, arguments);
          }
          try (EntityManager alone = factory(unit).createEntityManager()) {
            return StruckDriver.call(alone, method, arguments);
          }
        });
  }

  private EntityManager ofTransaction(String unit) {
    Object key = factory(unit);
    if (transactions.getResource(key) instanceof EntityManager open) {
      return open;
    }
    EntityManager opened = factory(unit).createEntityManager();
    opened.joinTransaction();
    transactions.putResource(key, opened);
    transactions.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {}

          @Override
          public void afterCompletion(int status) {
            opened.close();
          }
        });
    return opened;
  }

  private EntityManagerFactory factory(String unit) {
    return factories.computeIfAbsent(
        unit,
        name ->
            Persistence.createEntityManagerFactory(
                name.isEmpty() ? null : name,
                Map.of(
                    "jakarta.persistence.jtaDataSource",
                    dataSource,
                    "hibernate.transaction.jta.platform",
                    "org.hibernate.engine.transaction.jta.platform.internal.JBossStandAloneJtaPlatform")));
  }
}
