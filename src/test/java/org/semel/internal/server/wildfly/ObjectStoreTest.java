// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.indoubt.DecisionLog;
import org.semel.internal.indoubt.InDoubtView;
import org.semel.internal.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.postgresql.operate.PreparedTransactions;
import org.semel.internal.proof.Setting;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.operations.indoubt.InDoubtTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;
import org.semel.small.SmallServer;

/** A real transaction manager is stopped between prepare and commit, over a real database. */
class ObjectStoreTest {

  private static final Setting<Path> FOLDER =
      new Setting.Seen<>(
          Path.of(arjPropertyManager.getObjectStoreEnvironmentBean().getObjectStoreDir()));

  private final SmallServer server = SmallServer.shared();
  private final UUID probe = UUID.randomUUID();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CountDownLatch reached = new CountDownLatch(1);

  @AfterEach
  void end() {
    goOn.countDown();
  }

  @Test
  void whatIsDecidedAndNotEndedIsToldWithItsNodeAndTheTablesThatItHolds() throws Exception {
    CompletableFuture<Completion<UUID>> running = run(new Slow(Step.COMMIT), true);
    assertThat(reached.await(1, TimeUnit.MINUTES)).isTrue();
    InDoubtTransaction held = only("small");
    assertThat(held.decision()).isEqualTo(LoggedDecision.COMMIT);
    assertThat(held.global().orElseThrow().node()).contains("small");
    assertThat(held.tables()).contains("semel_probe");
    assertThat(held.identities()).isEqualTo(Visibility.CANNOT_BE_SEEN);
    assertThat(held.age()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
    goOn.countDown();
    assertThat(running.get(1, TimeUnit.MINUTES).committed()).contains(probe);
    assertThat(view("small").now().transactions())
        .extracting(InDoubtTransaction::gid)
        .doesNotContain(held.gid());
  }

  @Test
  void whatIsPreparedAndNotDecidedIsToldByItsOwnNodeOnly() throws Exception {
    CompletableFuture<Completion<UUID>> running = run(new Slow(Step.PREPARE), false);
    assertThat(reached.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(only("small").decision()).isEqualTo(LoggedDecision.NOT_DECIDED);
    assertThat(only("another").decision()).isEqualTo(LoggedDecision.CANNOT_BE_SEEN);
    goOn.countDown();
    assertThat(running.get(1, TimeUnit.MINUTES).committed()).contains(probe);
  }

  @Test
  void aLogThatIsNotInFilesCannotBeSeen() {
    DecisionLog elsewhere = new ObjectStore(new Setting.Hidden<>(), () -> Optional.of("small"));
    assertThat(elsewhere.sight()).isEqualTo(Visibility.CANNOT_BE_SEEN);
    assertThat(new ObjectStore(FOLDER, Optional::empty).sight()).isEqualTo(Visibility.SEEN);
  }

  /** The part of the end at which the other resource keeps the transaction waiting. */
  private enum Step {
    PREPARE,
    COMMIT
  }

  private CompletableFuture<Completion<UUID>> run(XAResource slow, boolean slowFirst) {
    return CompletableFuture.supplyAsync(
        () ->
            server
                .transactions()
                .inNew(
                    Duration.ofMinutes(2),
                    () -> {
                      if (slowFirst) {
                        enlist(slow);
                      }
                      server
                          .jdbc()
                          .update(
                              "write a row",
                              "INSERT INTO semel_probe (id) VALUES (?)",
                              binds -> binds.uuid(probe));
                      if (!slowFirst) {
                        enlist(slow);
                      }
                      return Decision.commit(probe);
                    }));
  }

  private void enlist(XAResource resource) throws Exception {
    assertThat(server.manager().getTransaction().enlistResource(resource)).isTrue();
  }

  /** Other tests prepare, too, for a moment; this one stays. */
  private InDoubtTransaction only(String node) {
    return await()
        .until(
            () ->
                view(node).now().transactions().stream()
                    .filter(one -> one.tables().contains("semel_probe"))
                    .toList(),
            found -> found.size() == 1)
        .get(0);
  }

  private InDoubtView view(String node) {
    PreparedTransactions prepared = new PreparedTransactions(server.jdbc());
    ObjectStore log = new ObjectStore(FOLDER, () -> Optional.of(node));
    return new InDoubtView(most -> read(prepared, most), log);
  }

  private List<PreparedBranch> read(PreparedTransactions prepared, int most) {
    return server
        .transactions()
        .inNew(Duration.ofSeconds(30), () -> Decision.discard(prepared.oldest(most)))
        .orElseThrow(IllegalStateException::new);
  }

  /** A second resource, that is slow at one step. */
  private final class Slow implements XAResource {

    private final Step at;

    Slow(Step at) {
      this.at = at;
    }

    private void reach(Step step) {
      if (step == at) {
        reached.countDown();
        try {
          assertThat(goOn.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public int prepare(Xid xid) {
      reach(Step.PREPARE);
      return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
      reach(Step.COMMIT);
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public void rollback(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
      return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return other == this;
    }

    @Override
    public int getTransactionTimeout() {
      return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
      return false;
    }
  }
}
