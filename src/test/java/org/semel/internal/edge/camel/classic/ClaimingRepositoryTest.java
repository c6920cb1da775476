// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable.LoneClaimTable;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Transactions;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/** Keys that are claimed and taken back outside a transaction, while the database is away. */
class ClaimingRepositoryTest {

  private static final SmallServer SERVER = SmallServer.shared();

  private final CamelContext camel = new DefaultCamelContext();
  private final String key = UUID.randomUUID().toString();
  private final ClaimingRepository repository =
      repository(Proxied.as(Transactions.class, this::answer));
  private final ClaimingRepository onAnotherNode = repository(SERVER.transactions());
  private boolean away;
  private boolean losesAnswers;

  /** What rights.sql leaves to those who need it. */
  @BeforeAll
  static void grant() {
    SERVER.postgres().execute("GRANT UPDATE (owner), DELETE ON semel_claim TO semel");
  }

  @Test
  void whatCouldNotBeTakenBackIsNoCopyOfItselfWhenItComesAgain() {
    Exchange failed = exchange();
    repository.add(failed, key);
    away = true;
    assertThatThrownBy(() -> repository.remove(failed, key)).hasMessage("away");
    away = false;
    assertThat(repository.add(exchange(), key)).isTrue();
    assertThat(repository.add(exchange(), key)).as("the copy of that").isFalse();
  }

  @Test
  void whatCouldNotBeTakenBackWithoutAnExchangeIsNoCopyOfItselfEither() {
    repository.add(key);
    away = true;
    assertThatThrownBy(() -> repository.remove(key)).hasMessage("away");
    away = false;
    assertThat(repository.contains(key)).isFalse();
    assertThat(repository.add(key)).isTrue();
  }

  @Test
  void whatCouldNotBeTakenBackIsTakenBackWithTheNextKey() {
    Exchange failed = exchange();
    repository.add(failed, key);
    away = true;
    assertThatThrownBy(() -> repository.remove(failed, key)).hasMessage("away");
    away = false;
    repository.add(exchange(), "another " + key);
    assertThat(onAnotherNode.add(exchange(), key)).isTrue();
  }

  @Test
  void aClaimOfWhichNobodyKnowsWhetherItIsThereMakesNoCopyOfItsMessage() {
    losesAnswers = true;
    assertThatThrownBy(() -> repository.add(exchange(), key)).hasMessageContaining("SEMEL-0204");
    losesAnswers = false;
    assertThat(onAnotherNode.contains(key)).as("it is there").isTrue();
    assertThat(repository.add(exchange(), key)).isTrue();
  }

  @Test
  void whatAnotherHasClaimedMeanwhileIsLeftToThem() {
    Exchange failed = exchange();
    repository.add(failed, key);
    repository.add("file " + key);
    losesAnswers = true;
    assertThatThrownBy(() -> repository.remove(failed, key)).hasMessageContaining("SEMEL-0204");
    assertThatThrownBy(() -> repository.remove("file " + key)).hasMessageContaining("SEMEL-0204");
    losesAnswers = false;
    assertThat(onAnotherNode.add(exchange(), key)).isTrue();
    assertThat(onAnotherNode.add("file " + key)).isTrue();
    assertThat(repository.add(exchange(), key)).isFalse();
    assertThat(repository.add("file " + key)).isFalse();
  }

  private static ClaimingRepository repository(Transactions transactions) {
    ClaimTable claims = new ClaimTable(SERVER.jdbc(), Duration.ofSeconds(2));
    return new ClaimingRepository(
        "classic",
        new ClassicClaims(claims, new LoneClaimTable(SERVER.jdbc(), claims), transactions));
  }

  private Exchange exchange() {
    return new DefaultExchange(camel);
  }

  private @Nullable Object answer(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    boolean begins = method.getName().equals("inNew");
    if (begins && away) {
      return new Completion.RolledBack<>(During.BEGIN, new IllegalStateException("away"));
    }
    Object real = Proxied.call(SERVER.transactions(), method, arguments);
    return begins && losesAnswers
        ? new Completion.Unknown<>(new IllegalStateException("lost"))
        : real;
  }
}
