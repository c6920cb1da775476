// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.coordinator.TxControl;
import io.agroal.api.AgroalDataSource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.estate.Postgres;
import org.semel.internal.edge.jms.AddressSettings;
import org.semel.internal.edge.jms.AddressSettings.DeadLetters;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.edge.postgresql.TableSchema;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.Setting.Hidden;
import org.semel.internal.engine.receive.proof.Setting.NotYet;
import org.semel.internal.engine.receive.proof.Setting.Seen;
import org.semel.matrix.Shows;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * The proof over real broker, database and transaction manager; and over each wrong part that it
 * must not let pass.
 */
class StartupProofTest {

  private final SmallProof proof = new SmallProof();
  private final SmallServer server = proof.world.server;

  @Test
  void whileTheServerIsStartingNothingIsSaidUnlessItIsWrongAlready() {
    proof.settings = queue -> new NotYet<>();
    assertThat(proof.prove()).isInstanceOf(ProofResult.Unproven.class);
    proof.workers = 129;
    assertRefused(Code.PREPARED_TRANSACTIONS_TOO_FEW);
  }

  private final long before = probeRows();

  @Test
  @Shows("X7 none")
  void twoBranchesArePreparedAndUndone() {
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
    assertThat(probeRows()).isEqualTo(before);
    assertThat(server.postgres().gids()).isEmpty();
  }

  @Test
  void longLivedSessionsAreProvenAsWell() {
    proof.factory = server.broker().xaFactory();
    proof.sessions =
        new DirectSessions(
            server.broker().xaFactory(),
            new Branches(server.manager())::enlist,
            DirectSessions.Naming.NONE);
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
    assertThat(server.postgres().gids()).isEmpty();
  }

  @Test
  void whereTheReceiptFollowsTheTransactionBothAreUndone() {
    receiptFollows();
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
    assertThat(probeRows()).isEqualTo(before);
  }

  /** As some servers' factories do, whatever a session is asked to be. */
  @Test
  @Shows("C5 none")
  void whereTheReceiptFollowsAFactoryWhoseSessionsAcknowledgeByThemselvesIsRefused() {
    receiptFollows();
    ConnectionFactory hasty =
        SelfAcknowledging.over(proof.unwaiting(server.broker().plainFactory()));
    proof.factory = hasty;
    proof.sessions = new LocalSessions(hasty);
    assertRefused(Code.RECEIPT_CANNOT_FOLLOW);
    assertThat(probeRows()).isEqualTo(before);
  }

  /**
   * Its first session is part of the transaction, whichever way that ends; later ones receive
   * outside of any.
   */
  @Test
  void whereTheReceiptFollowsAFactoryThatTheServerEnlistsIsRefused() {
    receiptFollows();
    ConnectionFactory enlisted = proof.unwaiting(server.factory());
    proof.factory = enlisted;
    proof.sessions = new LocalSessions(enlisted);
    assertRefused(Code.RECEIPT_CANNOT_FOLLOW);
    assertThat(probeRows()).isEqualTo(before);
  }

  @Test
  void whereTheReceiptFollowsNothingNeedsToBePrepared() {
    receiptFollows();
    proof.workers = 129;
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  private void receiptFollows() {
    proof.by(Protocol.ACK_AFTER_COMMIT);
  }

  @Test
  void aConnectionFactoryThatKnowsNoTransactionsIsRefused() {
    proof.factory = proof.unwaiting(server.broker().plainFactory());
    assertRefused(Code.BROKER_BRANCH_MISSING);
  }

  @Test
  @Shows("X18 server")
  void theDefaultNodeIdentifierIsRefused() {
    String own = TxControl.getXANodeName();
    TxControl.setXANodeName("1");
    try {
      assertRefused(Code.NODE_IDENTIFIER_DEFAULT);
    } finally {
      TxControl.setXANodeName(own);
    }
  }

  @Test
  void tooFewPreparedTransactionsAreRefused() {
    proof.workers = 129;
    assertRefused(Code.PREPARED_TRANSACTIONS_TOO_FEW);
  }

  @Test
  void anIsolationAboveReadCommittedIsRefused() {
    withSetting("default_transaction_isolation", "'repeatable read'", Code.ISOLATION_TOO_HIGH);
  }

  @Test
  void aReadOnlyDatabaseIsRefused() {
    withSetting("default_transaction_read_only", "on", Code.DATABASE_READ_ONLY);
  }

  /** The one of all these tests is such a one. */
  @Test
  void aDatabaseThatDoesNotFlushIsRefusedUnlessItIsAcceptedForTests() {
    proof.unflushed = UnflushedDatabase.REFUSE;
    assertRefused(Code.DATABASE_UNFLUSHED);
    proof.unflushed = UnflushedDatabase.ACCEPT;
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LATIN1", "WIN1252", "SQL_ASCII"})
  void aDatabaseWhoseEncodingLacksSignsIsRefused(String encoding) throws SQLException {
    server
        .postgres()
        .execute(
            "CREATE DATABASE narrow TEMPLATE template0 LOCALE 'C' ENCODING '" + encoding + "'");
    try (AgroalDataSource narrow =
        SmallServer.pool(
            server.postgres().jdbcUrl().replaceFirst("[^/]*$", "narrow"),
            PostgresXADataSource.class)) {
      proof.dataSource = narrow;
      assertThat(((ProofResult.Refused) proof.prove()).refusals())
          .extracting(Refusal::code)
          .contains(Code.DATABASE_ENCODING);
    } finally {
      server.postgres().execute("DROP DATABASE narrow WITH (FORCE)");
    }
  }

  @Test
  void missingTablesAreRefused() {
    withSetting("search_path", "pg_catalog", Code.SCHEMA_VERSION_WRONG);
  }

  @Test
  void aSchemaThatIsNamedAndHasNoTablesIsRefused() {
    proof.schema = TableSchema.named("No such schema");
    assertRefused(Code.SCHEMA_ABSENT);
  }

  /** As a bean may have left it in a pool that outlives the application. */
  @Test
  void aSessionThatLeadsToOtherTablesThanANewOneIsRefusedUnlessTheSchemaIsNamed()
      throws SQLException {
    server
        .postgres()
        .execute(
            """
            CREATE SCHEMA beside;
            CREATE TABLE beside.semel_schema AS SELECT * FROM semel_schema;
            GRANT USAGE ON SCHEMA beside TO semel;
            """);
    try (AgroalDataSource pool =
        SmallServer.pool(server.postgres(), org.semel.xa.PostgresXADataSource.class)) {
      try (Connection moved = pool.getConnection()) {
        moved.setSchema("beside");
      }
      proof.dataSource = pool;
      assertRefused(Code.SCHEMA_AMBIGUOUS);
      proof.schema = TableSchema.named("public");
      assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
    } finally {
      server.postgres().execute("DROP SCHEMA beside CASCADE");
    }
  }

  @Test
  void anotherVersionOfTheTablesIsRefused() {
    server.postgres().execute("UPDATE semel_schema SET version = 99, readable_by = 99");
    try {
      assertRefused(Code.SCHEMA_VERSION_WRONG);
    } finally {
      server.postgres().execute("UPDATE semel_schema SET version = 1, readable_by = 1");
    }
  }

  /**
   * Every right that rights.sql grants is asked for, that of a column and of a function included.
   */
  @ParameterizedTest
  @CsvSource({
    "INSERT, semel_intent",
    "DELETE, semel_attempt",
    "UPDATE, semel_consumer",
    "SELECT, semel_claim",
    "USAGE, SEQUENCE semel_intent_turn",
    "EXECUTE, 'FUNCTION semel_forget_claims(tid, tid)'",
    "INSERT, semel_held",
    "UPDATE (state), semel_parked"
  })
  void aRightThatTheRoleOfRunTimeLacksIsRefused(String right, String table) {
    server.postgres().execute("REVOKE " + right + " ON " + table + " FROM " + Postgres.ROLE);
    try {
      assertThat(proof.prove())
          .isInstanceOfSatisfying(
              ProofResult.Refused.class,
              refused ->
                  assertThat(refused.refusals().toString())
                      .contains("SEMEL-0415")
                      .contains(right + " on " + table.replaceFirst("^[A-Z]+ ", ""))
                      .contains("rights.sql"));
    } finally {
      server.postgres().execute("GRANT " + right + " ON " + table + " TO " + Postgres.ROLE);
    }
  }

  @Test
  void aMissingDeadLetterAddressIsRefused() {
    proof.settings = queue -> new Seen<>(new AddressSettings(DeadLetters.THROWN_AWAY, 50));
    assertRefused(Code.DEAD_LETTER_ADDRESS_MISSING);
    proof.settings = queue -> new Seen<>(new AddressSettings(DeadLetters.QUEUE_MISSING, 50));
    assertRefused(Code.DEAD_LETTER_ADDRESS_MISSING);
  }

  @Test
  void aDeadLetterAddressThatNobodySeesOrVouchesForIsRefused() {
    proof.settings = queue -> new Hidden<>();
    assertRefused(Code.DEAD_LETTER_ADDRESS_UNSEEN);
  }

  /** What is not there has no settings that could be seen. */
  @Test
  void ofAQueueThatIsNotThereThatAloneIsSaid() {
    server.broker().makesNoQueueOf("strict");
    proof.queue = "strict." + UUID.randomUUID();
    proof.settings = queue -> new Hidden<>();
    assertRefused(Code.QUEUE_MISSING);
  }

  @Test
  void aBrokerThatGivesUpBeforeWeParkIsRefused() {
    proof.settings = queue -> new Seen<>(new AddressSettings(DeadLetters.KEPT, 40));
    assertRefused(Code.DELIVERIES_TOO_FEW);
    proof.settings = queue -> new Seen<>(new AddressSettings(DeadLetters.KEPT, -1));
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  @Test
  void whatIsWrongWithTheSettingsIsToldThoughTheBrokerDoesNotKnowItsUser() {
    proof.settings = queue -> new Hidden<>();
    proof.factory =
        Proxied.as(
            ConnectionFactory.class,
            (method, arguments) -> {
              throw new JMSSecurityException("the user is unknown");
            });
    assertRefused(Code.DEAD_LETTER_ADDRESS_UNSEEN);
  }

  @Test
  void allThatIsWrongWithTheSettingsIsListedAtOnce() {
    proof.workers = 129;
    proof.settings = queue -> new Hidden<>();
    assertThat(((ProofResult.Refused) proof.prove()).refusals())
        .extracting(Refusal::code)
        .containsExactlyInAnyOrder(
            Code.PREPARED_TRANSACTIONS_TOO_FEW, Code.DEAD_LETTER_ADDRESS_UNSEEN);
  }

  @Test
  void whileTheBrokerIsAwayNothingIsSaid() {
    server.broker().stop();
    try {
      assertThat(proof.prove()).isInstanceOf(ProofResult.Unproven.class);
    } finally {
      server.broker().start();
    }
    assertThat(proof.prove()).isInstanceOf(ProofResult.Proven.class);
  }

  private long probeRows() {
    return server.postgres().number("SELECT count(*) FROM semel_probe");
  }

  private void assertRefused(Code code) {
    assertThat(proof.prove())
        .isInstanceOfSatisfying(
            ProofResult.Refused.class,
            refused ->
                assertThat(refused.refusals())
                    .extracting(Refusal::code)
                    .as(refused.refusals().toString())
                    .containsOnly(code));
  }

  /** A pool whose role has this setting. */
  private void withSetting(String name, String value, Code code) {
    server.postgres().execute("ALTER ROLE semel SET " + name + " = " + value);
    try (AgroalDataSource fresh = SmallServer.pool(server.postgres(), PostgresXADataSource.class)) {
      proof.dataSource = fresh;
      assertRefused(code);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      server.postgres().execute("ALTER ROLE semel RESET " + name);
    }
  }
}
