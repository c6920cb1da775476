// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.matrix.Shows;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.small.Bystander;

/**
 * Database and broker are prepared, and a branch that joined behind them votes against: at its
 * first run the route brings one in.
 */
class VoteAgainstTest {

  private final AtomicInteger calls = new AtomicInteger();
  private final List<String> prepared = new CopyOnWriteArrayList<>();
  private final UUID row = UUID.randomUUID();
  private Set<String> others = Set.of();
  private Set<Xid> othersAtTheBroker = Set.of();
  private SmallWorld world;
  private Consumer consumer;

  @AfterEach
  void stop() {
    consumer.stop();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Shows("X7 none")
  void bothAreRolledBackAndTheMessageComesAgainAndTakesEffectOnce(boolean direct) {
    world = direct ? SmallWorld.direct() : new SmallWorld();
    consumer = world.consumer(world.policy(1, 1), this::handle);
    others = Set.copyOf(world.server.postgres().gids());
    othersAtTheBroker = atTheBroker();
    world.send("k", "b");
    consumer.start();
    await().until(() -> world.claims() == 1);
    await().until(() -> world.server.broker().messages(world.queue) == 0);
    assertThat(prepared).containsExactly("database 1, broker 1");
    assertThat(calls).hasValue(2);
    assertThat(rows()).isEqualTo(1);
    assertThat(ours()).isZero();
    assertThat(world.count("semel_duplicate")).isZero();
    assertThat(world.count("semel_attempt")).isZero();
    assertThat(world.count("semel_parked")).isZero();
  }

  /** Its row would be there twice, and refused, had the first run's stayed. */
  private void handle(Message message, Identity identity) throws Exception {
    new PostgresProbe(world.server.jdbc(), UnflushedDatabase.ACCEPT).insert(row);
    if (calls.incrementAndGet() == 1) {
      world
          .server
          .manager()
          .getTransaction()
          .enlistResource(new Bystander().onPrepare(this::look).votingAgainst());
    }
  }

  private void look() {
    prepared.add("database %d, broker %d".formatted(ours(), oursAtTheBroker()));
  }

  /** Less what others left in doubt: database and broker are shared. */
  private long ours() {
    return world.server.postgres().gids().stream().filter(gid -> !others.contains(gid)).count();
  }

  private long oursAtTheBroker() {
    return atTheBroker().stream().filter(xid -> !othersAtTheBroker.contains(xid)).count();
  }

  private Set<Xid> atTheBroker() {
    try (XAConnection looking = world.server.broker().xaFactory().createXAConnection()) {
      return Set.of(
          looking
              .createXASession()
              .getXAResource()
              .recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
    } catch (JMSException | XAException e) {
      throw new IllegalStateException(e);
    }
  }

  private long rows() {
    return world.server.postgres().number("SELECT count(*) FROM semel_probe WHERE id = ?", row);
  }
}
