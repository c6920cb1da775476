// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.jms.Message;
import jakarta.persistence.EntityManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.semel.Code;
import org.semel.internal.edge.jta.JtaWitness;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.it.inside.InsideServer;
import org.semel.it.inside.InsideWork;
import org.semel.it.inside.InsideWork.Sight;
import org.semel.it.inside.ThreadAtStart;
import org.semel.operations.Operations;

/**
 * What can only be seen inside a server: these tests run there, as part of {@link InsideWar}, by
 * Arquillian. Heirs say which server.
 */
@ExtendWith(ArquillianExtension.class)
abstract class InServerContract {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Whoever wrote the claim, the mark and the intent of a message. */
  private static final String WRITERS =
      """
      SELECT CAST(xmin AS text) FROM semel_claim WHERE key = ?
      UNION ALL SELECT CAST(xmin AS text) FROM mark WHERE key = ?
      UNION ALL SELECT CAST(xmin AS text) FROM semel_intent WHERE cause LIKE '%' || ? || '%'
      """;

  private final String key = UUID.randomUUID().toString();
  private InsideServer server;

  /** Arquillian makes an object of this class outside, too, where there is no server. */
  @BeforeEach
  void findTheServer() {
    server = InsideServer.here();
  }

  /** The simple name of the class that stands for the server. */
  protected abstract String platform();

  /** What the two resources had prepared. */
  private record Branches(int database, int broker) {}

  @Test
  void claimWorkThroughJpaAndIntentAreOneTransactionOfTheDatabase() throws Exception {
    Sight sight = sight();
    List<String> writers = server.column(WRITERS, key, key, key);
    assertThat(writers).hasSize(3).containsOnly(sight.ofJpa());
    assertThat(sight.ofJdbc()).isEqualTo(sight.ofJpa());
    assertThat(sight.ofSemels()).isEqualTo(sight.ofJpa());
  }

  @Test
  void theDataSourceThatSemelGivesIsTheSameOnAThreadOfCamels() throws Exception {
    assertThat(server.column(InsideWork.START))
        .containsExactly(bean(InsideWork.class).onATimer().get(3, TimeUnit.MINUTES));
  }

  @Test
  void aTransactionOfARouteHasOneBranchInTheDatabaseAndOneInTheBroker() throws Exception {
    TransactionManager transactions = server.transactions();
    CompletableFuture<Branches> prepared = new CompletableFuture<>();
    server.send("inside-called", key);
    transactions.begin();
    new JtaWitness(transactions, server.threads())
        .around(transaction -> prepared.complete(branches(transaction)), this::receiveAndCall);
    assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
    assertThat(prepared).isCompletedWithValue(new Branches(1, 1));
    assertThat(server.column(WRITERS, key, key, key))
        .as("the witness votes to roll back")
        .isEmpty();
  }

  @Test
  void semelKnowsTheServerThatItRunsOn() {
    assertThat(server.platform().getClass().getSimpleName()).isEqualTo(platform());
  }

  @Test
  void managedThreadsRunWhenThePlatformSaysThatTheyDo() {
    await().atMost(PATIENCE).until(ThreadAtStart::ran);
    assertThat(ThreadAtStart.ranAtOnce())
        .isEqualTo(server.platform().threads() == ServerPlatform.Threads.AT_ONCE);
  }

  @Test
  void workRunsOnThreadsThatKnowTheApplication() throws Exception {
    Sight sight = sight();
    assertThat(sight.application()).isEqualTo("inside");
    assertThat(sight.classes()).isSameAs(Thread.currentThread().getContextClassLoader());
  }

  @Test
  void semelAndCamelAreTheApplicationsClassesAndTheServersOnesTheServers() {
    ClassLoader application = InServerContract.class.getClassLoader();
    assertThat(List.of(Code.class, CamelContext.class))
        .allMatch(type -> type.getClassLoader() == application);
    assertThat(
            List.of(
                TransactionManager.class,
                Message.class,
                EntityManager.class,
                bean(InsideWork.class).provider(),
                server.transactions().getClass()))
        .noneMatch(type -> type.getClassLoader() == application);
  }

  @Test
  void routesAndTheirWorkAreBeansAndSemelsOwnAreInjected() throws Exception {
    assertThat(bean(CamelContext.class).getRoutes())
        .extracting(Route::getRouteId)
        .contains("inside", "called");
    assertThat(sight()).as("seen by the bean that is injected here, too").isNotNull();
    assertThat(bean(Operations.class).intents()).isNotNull();
  }

  /** Sends a message to the consumer, and waits until it has taken effect. */
  private Sight sight() throws Exception {
    server.send("inside", key);
    await().atMost(PATIENCE).until(() -> server.column(WRITERS, key, key, key).size() == 3);
    return Optional.ofNullable(bean(InsideWork.class).sight(key)).orElseThrow();
  }

  private void receiveAndCall() {
    try {
      assertThat(server.receive("inside-called")).isNotNull();
      bean(CamelContext.class).createProducerTemplate().sendBody("direct:inside", key);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Branches branches(GlobalTransaction transaction) {
    try {
      return new Branches(
          server.preparedInDatabase(transaction), server.preparedInBroker(transaction));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T bean(Class<T> type) {
    return CDI.current().select(type).get();
  }
}
