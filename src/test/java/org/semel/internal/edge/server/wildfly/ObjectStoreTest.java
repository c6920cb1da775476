// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionExpiryScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.desk.operate.indoubt.DecisionLog;
import org.semel.internal.desk.operate.indoubt.InDoubtView;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.indoubt.PreparedBranches.PreparedBranch;
import org.semel.internal.edge.postgresql.operate.PreparedTransactions;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Setting;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.operations.indoubt.InDoubtTransaction;
import org.semel.operations.indoubt.InDoubtTransaction.BranchState;
import org.semel.operations.indoubt.InDoubtTransaction.GlobalBranch;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;
import org.semel.operations.indoubt.UnfinishedDecision;
import org.semel.small.SmallServer;

/** A real transaction manager is stopped between prepare and commit, over a real database. */
class ObjectStoreTest {

  private static final Path RECORDS =
      Path.of(
          "ShadowNoFileLockStore",
          "defaultStore",
          "StateManager",
          "BasicAction",
          "TwoPhaseCoordinator",
          "AtomicAction");

  private final SmallServer server = SmallServer.shared();
  private final Path files =
      Path.of(arjPropertyManager.getObjectStoreEnvironmentBean().getObjectStoreDir());
  private final Setting<Path> folder = new Setting.Seen<>(files);
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
    assertThat(reached.await(3, TimeUnit.MINUTES)).isTrue();
    InDoubtTransaction held = only("small");
    assertThat(held.decision()).isEqualTo(LoggedDecision.COMMIT);
    assertThat(held.global().orElseThrow().node()).contains("small");
    assertThat(held.tables()).contains("semel_probe");
    assertThat(held.identities()).isEqualTo(Visibility.CANNOT_BE_SEEN);
    assertThat(held.age()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
    assertThat(inLog()).containsExactly(held.global().orElseThrow());
    goOn.countDown();
    assertThat(running.get(3, TimeUnit.MINUTES).committed()).contains(probe);
    assertThat(inLog()).doesNotContain(held.global().orElseThrow());
    assertThat(view("small").now().transactions())
        .extracting(InDoubtTransaction::gid)
        .doesNotContain(held.gid());
  }

  @Test
  void whatIsPreparedAndNotDecidedIsToldByItsOwnNodeOnly() throws Exception {
    CompletableFuture<Completion<UUID>> running = run(new Slow(Step.PREPARE), false);
    assertThat(reached.await(3, TimeUnit.MINUTES)).isTrue();
    assertThat(only("small").decision()).isEqualTo(LoggedDecision.NOT_DECIDED);
    assertThat(only("another").decision()).isEqualTo(LoggedDecision.CANNOT_BE_SEEN);
    goOn.countDown();
    assertThat(running.get(3, TimeUnit.MINUTES).committed()).contains(probe);
  }

  /**
   * Recovery that reads a record while it is written anew takes it for finished, and moves it where
   * it will not look again.
   */
  @Test
  void aDecisionThatRecoveryHasSetAsideIsToldAsOneUntilItIsPutBack() throws Exception {
    CompletableFuture<Completion<UUID>> running = run(new Slow(Step.COMMIT), true);
    assertThat(reached.await(3, TimeUnit.MINUTES)).isTrue();
    Path record = record(only("small"));
    assertThat(
            new AtomicActionExpiryScanner()
                .moveEntry(new Uid(record.toFile().getName().replace('_', ':'))))
        .isTrue();
    assertThat(only("small").decision()).isEqualTo(LoggedDecision.SET_ASIDE);
    assertThat(only("another").decision()).isEqualTo(LoggedDecision.SET_ASIDE);
    Files.move(record.resolveSibling("Expired").resolve(record.getFileName()), record);
    assertThat(only("small").decision()).isEqualTo(LoggedDecision.COMMIT);
    goOn.countDown();
    assertThat(running.get(3, TimeUnit.MINUTES).committed()).contains(probe);
    assertThat(record).doesNotExist();
  }

  /** Its server was killed as it wrote; recovery reads no decision in it, and leaves it there. */
  @Test
  void anEmptyRecordIsNoDecision() throws Exception {
    CompletableFuture<Completion<UUID>> running = run(new Slow(Step.PREPARE), false);
    assertThat(reached.await(3, TimeUnit.MINUTES)).isTrue();
    InDoubtTransaction held = only("small");
    Files.createFile(Files.createDirectories(files.resolve(RECORDS)).resolve(name(held)));
    assertThat(only("small").decision()).isEqualTo(LoggedDecision.NOT_DECIDED);
    assertThat(inLog()).doesNotContain(held.global().orElseThrow());
    goOn.countDown();
    assertThat(running.get(3, TimeUnit.MINUTES).committed()).contains(probe);
  }

  private static String name(InDoubtTransaction held) {
    GlobalBranch global = held.global().orElseThrow();
    return LogName.of(new GlobalTransaction(global.format(), HexFormat.of().parseHex(global.id())));
  }

  private Path record(InDoubtTransaction decided) throws IOException {
    String name = name(decided);
    try (Stream<Path> all = Files.walk(files)) {
      return all.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  @Test
  void aLogThatIsNotInFilesCannotBeSeen() {
    DecisionLog elsewhere = new ObjectStore(new Setting.Hidden<>(), () -> Optional.of("small"));
    assertThat(elsewhere.unfinished()).isInstanceOf(ScanResult.Unseen.class);
    assertThat(new ObjectStore(folder, Optional::empty).unfinished())
        .as("whose they would be is not known")
        .isInstanceOf(ScanResult.Unseen.class);
    assertThat(new ObjectStore(folder, () -> Optional.of("small")).unfinished())
        .isInstanceOf(ScanResult.Listed.class);
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
    ObjectStore log = new ObjectStore(folder, () -> Optional.of(node));
    OutsideLook look = new OutsideLook(List::of, log, Duration.ofMinutes(5), System::nanoTime);
    look.run(false);
    return new InDoubtView(most -> read(prepared, most), look);
  }

  /** As the log alone tells it: id, form and node are those that the database shows. */
  private List<GlobalBranch> inLog() {
    return view("small").now().inLog().stream()
        .filter(one -> one.atDatabase() == BranchState.PREPARED)
        .map(UnfinishedDecision::global)
        .toList();
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
          assertThat(goOn.await(3, TimeUnit.MINUTES)).isTrue();
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
