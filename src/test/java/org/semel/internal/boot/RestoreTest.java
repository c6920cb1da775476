// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import jakarta.jms.JMSContext;
import jakarta.jms.XAJMSContext;
import jakarta.transaction.Transaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.XAConnection;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.semel.camel.SemelConstants;
import org.semel.estate.ColdCopy;
import org.semel.estate.PhysicalBackup;
import org.semel.estate.Postgres;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.IntentActs;
import org.semel.operations.IntentRecord;
import org.semel.operations.IntentState;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.small.Bystander;
import org.semel.small.Jms;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/** The walk of the page about backup and restore: what was, what is put back, and what to do. */
class RestoreTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "we restored a backup");

  private final SmallServer server = SmallServer.shared();
  private final Postgres postgres = server.postgres();
  private final Map<String, String> sent = new ConcurrentHashMap<>();
  private final List<String> sendings = new CopyOnWriteArrayList<>();
  private final List<String> done = new CopyOnWriteArrayList<>();
  private SmallEstate estate = new SmallEstate();
  private final String name = estate.name;
  private final CommittedEffects effects = new CommittedEffects(name);
  private boolean delivers = true;

  /** What is put back from the backup. */
  private enum Restored {
    BOTH,
    DATABASE,
    BROKER
  }

  @AfterEach
  void stop() {
    estate.close();
    if (postgres.gids().contains(name)) { // a test failed, and the next would wait for its locks
      postgres.execute("ROLLBACK PREPARED '" + name + "'");
    }
    effects.close();
  }

  /**
   * The backup has two effects, and a message that waits. Two more come later, and are lost with
   * what is put back. All producers then send again whatever they have sent, to be sure.
   */
  @ParameterizedTest
  @EnumSource
  void whicheverIsPutBackWhatIsSentAgainTakesEffectOnce(Restored what) {
    start();
    send("1", "2");
    awaitEffects(2);
    estate.close();
    send("3");
    Backup backup = backUp();
    start();
    awaitEffects(3);
    send("4", "5");
    awaitEffects(5);
    awaitAllSent();
    estate.close();
    backup.restore(what);
    assertThat(effects.keys()).hasSize(what == Restored.BROKER ? 5 : 2);
    start();
    send("1", "2", "3", "4", "5");
    await("all is handled").until(() -> estate.queueIsEmpty());
    awaitEffects(5);
    awaitAllSent();
    assertThat(effects.keys()).containsExactly("1", "2", "3", "4", "5");
    assertThat(done).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
  }

  /** Nobody sends again: this is what is lost. */
  @Test
  void aDatabaseThatIsOlderThanItsBrokerHasForgottenWhatTheBrokerGaveAway() {
    start();
    send("1");
    awaitEffects(1);
    estate.close();
    Backup backup = backUp();
    start();
    send("2");
    awaitEffects(2);
    estate.close();
    backup.restore(Restored.DATABASE);
    start();
    send("3");
    awaitEffects(2);
    assertThat(effects.keys()).containsExactly("1", "3");
  }

  /** The copy has a branch whose decision stood in a transaction log that is lost. */
  @ParameterizedTest
  @CsvSource({"COMMIT, 1", "ROLLBACK, 0"})
  void whatWasInDoubtInTheBackupIsThereAgainAndEitherEndLeavesOneEffect(String end, int before) {
    start();
    estate.close();
    prepare("1");
    Backup backup = backUp();
    postgres.execute("COMMIT PREPARED '" + name + "'");
    backup.restore(Restored.DATABASE);
    assertThat(postgres.gids()).contains(name);
    postgres.execute(end + " PREPARED '" + name + "'");
    assertThat(effects.keys()).hasSize(before);
    start();
    send("1");
    await("it is handled").until(() -> estate.queueIsEmpty());
    awaitEffects(1);
    assertThat(effects.keys()).containsExactly("1");
  }

  /** What waited to be sent has been sent since, to a provider that cannot tell. */
  @Test
  void whatMustNotBeSentAgainWaitsBehindARouteThatIsNotStarted() {
    delivers = false;
    start();
    send("1");
    awaitEffects(1);
    estate.close();
    Backup backup = backUp();
    delivers = true;
    start();
    awaitAllSent();
    estate.close();
    backup.restore(Restored.DATABASE);
    delivers = false;
    start();
    IntentRecord pending = pending().get(0);
    assertThat(sent).as("the provider has had it").containsKey(pending.key().toString());
    estate.operations().intents().delivered(pending.key(), "asked at the provider", ANN);
    estate.close();
    delivers = true;
    start();
    send("2");
    awaitEffects(2); // or all that is recorded is what was there before
    awaitAllSent();
    assertThat(sendings).containsExactly("1", "2");
  }

  /** It honours keys, for as long as it remembers them. */
  @Test
  void whatWaitedInTheBackupIsDoneTwiceByAProviderThatHasForgottenItsKey() {
    delivers = false;
    start();
    send("1");
    awaitEffects(1);
    estate.close();
    Backup backup = backUp();
    delivers = true;
    start();
    awaitAllSent();
    estate.close();
    backup.restore(Restored.DATABASE);
    sent.clear(); // the backup was older than the provider's key-life
    start();
    awaitAllSent();
    assertThat(effects.keys()).containsExactly("1");
    assertThat(done).containsExactly("1", "1");
  }

  /**
   * Nothing here sends it again: the row says that it is done, and no longer what it was. A copy of
   * its cause is absorbed.
   */
  @ParameterizedTest
  @ValueSource(strings = {"lease", "xa"})
  void whatSemelHadSentToABrokerThatIsPutBackIsGoneThereAndListedAsDeliveredSince(String transfer) {
    String out = Jms.queue(server.broker());
    startSendingTo(out, transfer);
    estate.close();
    Instant moment = Instant.now();
    Backup backup = backUp();
    startSendingTo(out, transfer);
    send("1");
    awaitEffects(1);
    awaitAllSent();
    await("it is there").until(() -> server.broker().messages(out) == 1);
    estate.close();
    backup.restore(Restored.BROKER);
    startSendingTo(out, transfer);
    send("1");
    await("the copy is absorbed").until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(server.broker().messages(out)).as("gone for good").isZero();

    IntentActs intents = estate.operations().intents();
    IntentActs.IntentFilter since =
        new IntentActs.IntentFilter(
            IntentState.DELIVERED,
            false,
            Optional.empty(),
            new ParkedFilter.Period(Optional.of(moment), Optional.empty()),
            Set.of());
    UUID lost = intents.list(name, since, Optional.empty(), 10).get(0).key();
    assertThat(intents.view(lost, 100, ANN).orElseThrow().body().bytes()).isEmpty();
    assertThat(intents.retry(lost, ANN)).isInstanceOf(IntentActs.Intervention.AlreadySettled.class);
  }

  /** A message waited in the backup, took effect since, and retention has forgotten that. */
  @Test
  void whatWaitsAtABrokerThatIsPutBackTakesEffectAgainOnceItIsForgotten() {
    start();
    estate.close();
    send("1");
    Backup backup = backUp();
    start();
    awaitEffects(1);
    awaitAllSent();
    estate.close();
    backup.restore(Restored.BROKER);
    for (String forgotten : List.of("semel_claim", "semel_intent")) {
      postgres.execute("DELETE FROM " + forgotten + " WHERE consumer = '" + name + "'");
    }
    start();
    awaitEffects(2);
    assertThat(effects.keys()).containsExactly("1", "1");
  }

  /**
   * The broker has given the message away and the log says commit, while the database has only
   * prepared: of that moment are all copies. With the log recovery commits; without it recovery
   * rolls back, and the message is lost until it is sent again.
   */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 0"})
  void recoveryEndsWhatTheLogOfTheBackupHasDecidedAndRollsBackWhatNoLogKnows(
      boolean withItsLog, int recovered) throws Exception {
    start();
    estate.close();
    send("1");
    decideAndLoseTheDatabase("1");
    ColdCopy log =
        ColdCopy.of(
            Path.of(arjPropertyManager.getObjectStoreEnvironmentBean().getObjectStoreDir()));
    Backup backup = backUp();
    recover();
    assertThat(effects.keys()).containsExactly("1");

    backup.restore(Restored.BOTH);
    if (withItsLog) {
      log.putBack();
    }
    assertThat(postgres.gids()).as("in doubt, as in the backup").hasSize(1);
    recover();
    assertThat(effects.keys()).hasSize(recovered);
    assertThat(estate.queueIsEmpty()).as("given away").isTrue();
    start();
    send("1");
    await("it is handled").until(() -> estate.queueIsEmpty());
    awaitEffects(1);
    assertThat(effects.keys()).containsExactly("1");
  }

  /**
   * The copy is made while the consumer works, and the archive leads to a moment after it. A branch
   * was in doubt then, and was committed since; two more messages came. Its broker stays.
   */
  @ParameterizedTest
  @CsvSource({"COMMIT, 4", "ROLLBACK, 3"})
  void aPhysicalBackupAndItsArchiveLeadBackToAMomentWithWhatWasInDoubtThen(
      String end, int before, @TempDir Path directory) {
    archiving(directory);
    try {
      start();
      send("1", "2");
      PhysicalBackup backup = PhysicalBackup.of(postgres, directory);
      send("3");
      awaitEffects(3);
      awaitAllSent();
      prepare("4");
      backup.moment("then");
      postgres.execute("COMMIT PREPARED '" + name + "'");
      send("5");
      awaitEffects(5);
      awaitAllSent();
      estate.close();
      backup.awaitArchive();
      server.databaseStops();
      backup.putBack("then");
      server.databaseStarts();
      backup.awaitMoment();
      assertThat(effects.keys()).containsExactly("1", "2", "3");
      assertThat(postgres.gids()).contains(name);
      postgres.execute(end + " PREPARED '" + name + "'");
      assertThat(effects.keys()).hasSize(before);
      start();
      send("1", "2", "3", "4", "5");
      await("all is handled").until(() -> estate.queueIsEmpty());
      awaitEffects(5);
      awaitAllSent();
      assertThat(effects.keys()).containsExactly("1", "2", "3", "4", "5");
    } finally {
      estate.close();
      PhysicalBackup.archivingNoMore(postgres);
      server.databaseStops();
      server.databaseStarts();
    }
  }

  private void archiving(Path directory) {
    PhysicalBackup.archiving(postgres, directory);
    server.databaseStops();
    server.databaseStarts();
  }

  private List<IntentRecord> pending() {
    return estate
        .operations()
        .intents()
        .list(name, IntentActs.IntentFilter.of(IntentState.PENDING), Optional.empty(), 10);
  }

  /** One transaction, from the queue to the row, whose database dies before it hears of the end. */
  private void decideAndLoseTheDatabase(String key) throws Exception {
    XAConnection database = database().getXAConnection();
    try (XAJMSContext queue = server.broker().xaFactory().createXAContext()) {
      server
          .transactions()
          .inNew(
              Duration.ofMinutes(1),
              () -> {
                Transaction transaction = server.manager().getTransaction();
                transaction.enlistResource(queue.getXAResource());
                transaction.enlistResource(database.getXAResource());
                JMSContext session = queue.getContext();
                session.createConsumer(session.createQueue(name)).receive();
                int backend;
                try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                  statement.execute(effectOf(key));
                  backend = connection.unwrap(PGConnection.class).getBackendPID();
                }
                transaction.enlistResource(
                    new Bystander()
                        .onPrepare(
                            () ->
                                postgres.execute(
                                    "SELECT pg_terminate_backend(" + backend + ", 60000)")));
                return Decision.commit("");
              });
    }
    assertThat(postgres.gids()).as("prepared").hasSize(1);
  }

  /** What no log knows it rolls back when it has seen it twice. */
  private void recover() {
    await("recovery ends what is in doubt")
        .until(
            () -> {
              server.recovery().scan(database());
              return postgres.gids().isEmpty();
            });
  }

  private PostgresXADataSource database() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(postgres.jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    return database;
  }

  private void start() {
    estate.close();
    estate = new SmallEstate(name);
    estate
        .consumer("identity", "property:key")
        .with("semel.destination." + name + ".keys", "honoured")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name).process(effects::add).to("intent:" + name);
                from("intent:" + name).autoStartup(delivers).process(this::provide);
              }

              private void provide(Exchange exchange) {
                String key =
                    exchange.getMessage().getHeader(SemelConstants.IDEMPOTENCY_KEY, String.class);
                String body = exchange.getMessage().getBody(String.class);
                sendings.add(body);
                String former = sent.put(key, body);
                if (former == null) {
                  done.add(body);
                }
                assertThat(former).as("another content under one key").isIn(null, body);
              }
            });
  }

  private void startSendingTo(String out, String transfer) {
    estate.close();
    estate = new SmallEstate(name);
    if (transfer.equals("lease")) {
      estate.sendingInNoTransaction();
    }
    estate
        .consumer("identity", "property:key")
        .with("semel.destination." + name + ".transfer", transfer)
        .with("semel.destination." + name + ".keys", "honoured")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + name).process(effects::add).to("intent:" + name);
                from("intent:" + name).to("jms:queue:" + out);
              }
            });
  }

  /** As a server leaves it that dies between the two phases of its commit. */
  private void prepare(String key) {
    postgres.execute("BEGIN; " + effectOf(key) + "; PREPARE TRANSACTION '" + name + "'");
  }

  private String effectOf(String key) {
    return ("INSERT INTO semel_claim (identity, consumer, key, fingerprint) VALUES ('%s', '%s', '%s', '\\x00');"
            + " INSERT INTO its_effect VALUES ('%s', '%s')")
        .formatted(new Identity(name, key).digest(), name, key, name, key);
  }

  private void send(String... keys) {
    for (String key : keys) {
      estate.send(key, key);
    }
  }

  private void awaitEffects(int many) {
    await("the effects").until(() -> effects.keys().size() == many);
  }

  private void awaitAllSent() {
    await("all that is recorded is sent")
        .until(() -> estate.count("semel_intent", "state <> 'delivered'") == 0);
  }

  /** Both while neither runs, and so of one moment. */
  private Backup backUp() {
    server.broker().stop();
    server.databaseStops();
    try {
      return new Backup(postgres.coldCopy(), server.broker().coldCopy());
    } finally {
      server.databaseStarts();
      server.broker().start();
    }
  }

  private final class Backup {

    private final ColdCopy database;
    private final ColdCopy journal;

    Backup(ColdCopy database, ColdCopy journal) {
      this.database = database;
      this.journal = journal;
    }

    void restore(Restored what) {
      if (what != Restored.DATABASE) {
        server.broker().stop();
        journal.putBack();
        server.broker().start();
      }
      if (what != Restored.BROKER) {
        server.databaseStops();
        database.putBack();
        server.databaseStarts();
      }
    }
  }
}
