// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.estate.Postgres;
import org.semel.message.Identity;
import org.semel.small.AtOnce;
import org.semel.small.SmallServer;

class AppliedOnceTest {

  private static EntityManagerFactory factory;

  private final String number = UUID.randomUUID().toString();

  @BeforeAll
  static void hibernate() {
    Postgres postgres = SmallServer.shared().postgres();
    postgres.execute(
        """
        CREATE TABLE IF NOT EXISTS entity_account
          (number text PRIMARY KEY, balance bigint NOT NULL, applied_identity uuid NOT NULL, applied_version bigint NOT NULL)
        """);
    factory =
        new Configuration()
            .addAnnotatedClass(Account.class)
            .setProperty("hibernate.connection.url", postgres.jdbcUrl())
            .setProperty("hibernate.connection.username", "postgres")
            .setProperty("hibernate.connection.pool_size", "70")
            .buildSessionFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
  }

  @Test
  void aMessageBringsItsEntityForthOnce() {
    assertThat(open("m1")).isInstanceOf(Answer.Ours.class);
    assertThat(open("m1")).isEqualTo(new Answer.Duplicate<>());
    assertThat(balance()).isEqualTo(100);
  }

  @Test
  void anotherMessageWithTheSameEntityIsAConflict() {
    open("m1");
    assertThat(open("m2")).isEqualTo(new Answer.Conflict<>(identity("m1").digest()));
    assertThat(balance()).isEqualTo(100);
  }

  @Test
  void theMessageThatBroughtAnEntityForthIsStaleOnceItHasChanged() {
    open("m1");
    add("m2", 1, 5);
    assertThat(open("m1")).isEqualTo(new Answer.Stale<>(1));
  }

  @Test
  void eachVersionIsAppliedOnceAndAnEarlierOneIsStale() {
    open("m1");
    assertThat(add("m2", 1, 5)).isInstanceOf(Answer.Ours.class);
    assertThat(add("m2", 1, 5)).isEqualTo(new Answer.Duplicate<>());
    assertThat(add("m4", 3, 7)).isInstanceOf(Answer.Ours.class);
    assertThat(add("m3", 2, 1000)).isEqualTo(new Answer.Stale<>(3));
    assertThat(balance()).isEqualTo(112);
  }

  @Test
  void anotherMessageWithTheSameVersionIsAConflict() {
    open("m1");
    add("m2", 1, 5);
    assertThat(add("m3", 1, 6)).isEqualTo(new Answer.Conflict<>(identity("m2").digest()));
  }

  @Test
  void anEntityThatIsNotThereIsAbsent() {
    assertThat(add("m2", 1, 5)).isEqualTo(new Answer.Absent<>());
  }

  @Test
  void anEntityThatWasLoadedBeforeIsSeenAsItStandsInTheDatabase() {
    open("m1");
    long balance =
        inTransaction(
            entities -> {
              entities.find(Account.class, number);
              add("m2", 1, 5);
              var answer =
                  new AppliedOnce(entities)
                      .update(Account.class, number, new Stamp(identity("m3"), 2));
              return ((Answer.Ours<Account>) answer).entity().balance();
            });
    assertThat(balance).isEqualTo(105);
  }

  @ParameterizedTest
  @EnumSource(FlushModeType.class)
  void versionsOfOneBatchKeepEachOthersEffectWhateverTheFlushMode(FlushModeType mode) {
    open("m1");
    inTransaction(
        entities -> {
          entities.setFlushMode(mode);
          addTo(entities, "m2", 1, 5);
          return addTo(entities, "m3", 2, 7);
        });
    assertThat(balance()).isEqualTo(112);
  }

  @ParameterizedTest
  @EnumSource(FlushModeType.class)
  void aVersionFindsTheEntityThatItsOwnBatchBroughtForth(FlushModeType mode) {
    inTransaction(
        entities -> {
          entities.setFlushMode(mode);
          openWith(entities, "m1");
          return addTo(entities, "m2", 1, 5);
        });
    assertThat(balance()).isEqualTo(105);
  }

  @Test
  void aRollBackIsTheUndo() {
    open("m1");
    EntityManager entities = factory.createEntityManager();
    entities.getTransaction().begin();
    new AppliedOnce(entities).update(Account.class, number, new Stamp(identity("m2"), 1));
    entities.getTransaction().rollback();
    entities.close();
    assertThat(add("m2", 1, 5)).isInstanceOf(Answer.Ours.class);
  }

  @Test
  void manyDeliveriesAtOnceOfOneMessageTakeEffectOnce() throws SQLException {
    assertThat(
            oursOf(
                "INSERT INTO entity_account VALUES ('%s', 0, gen_random_uuid(), 0)",
                i -> open("m1")))
        .isEqualTo(1);
    assertThat(
            oursOf(
                "SELECT * FROM entity_account WHERE number = '%s' FOR UPDATE",
                i -> add("m2", 1, 5)))
        .isEqualTo(1);
    assertThat(balance()).isEqualTo(105);
  }

  private long oursOf(String lock, IntFunction<Answer<Account>> delivery) throws SQLException {
    return new AtOnce(SmallServer.shared().postgres(), 64)
        .behind(lock.formatted(number), delivery).stream()
            .filter(Answer.Ours.class::isInstance)
            .count();
  }

  private Answer<Account> open(String message) {
    return inTransaction(entities -> openWith(entities, message));
  }

  private Answer<Account> openWith(EntityManager entities, String message) {
    return new AppliedOnce(entities)
        .create(
            Account.class, number, new Stamp(identity(message), 0), () -> new Account(number, 100));
  }

  private Answer<Account> add(String message, long version, long amount) {
    return inTransaction(entities -> addTo(entities, message, version, amount));
  }

  private Answer<Account> addTo(EntityManager entities, String message, long version, long amount) {
    Answer<Account> answer =
        new AppliedOnce(entities)
            .update(Account.class, number, new Stamp(identity(message), version));
    if (answer instanceof Answer.Ours<Account> ours) {
      ours.entity().add(amount);
    }
    return answer;
  }

  private Identity identity(String message) {
    return new Identity("accounts", number + message);
  }

  private long balance() {
    return inTransaction(entities -> entities.find(Account.class, number).balance());
  }

  private static <T> T inTransaction(Function<EntityManager, T> work) {
    EntityManager entities = factory.createEntityManager();
    try {
      entities.getTransaction().begin();
      T result = work.apply(entities);
      entities.getTransaction().commit();
      return result;
    } finally {
      entities.close();
    }
  }
}
