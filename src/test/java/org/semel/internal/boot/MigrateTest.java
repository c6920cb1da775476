// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.message.ProducerKey;

/** The way from Camel's repository to Semel and back, by the very scripts of {@code migrate}. */
class MigrateTest {

  private static final List<String> KEYS =
      List.of("R-42", "ä/€ 'quoted'", "𝔘", "%", "a".repeat(100));

  private static final String KEYS_OF_CAMEL = "keys-of-camel.sql";

  private final SmallEstate estate = new SmallEstate();
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private JdbcMessageIdRepository camel;

  @BeforeEach
  void remember() {
    camel = new JdbcMessageIdRepository(estate.server.postgres().owner(), estate.name);
    camel.start();
    widen(ProducerKey.LONGEST); // as dual.sql demands
    KEYS.forEach(camel::add);
  }

  private void widen(int characters) {
    estate
        .server
        .postgres()
        .execute(
            "ALTER TABLE camel_messageprocessed ALTER COLUMN messageid TYPE varchar(%d)"
                .formatted(characters));
  }

  @AfterEach
  void stop() {
    estate.close();
    run("dual-undo.sql");
    camel.clear();
    camel.stop();
  }

  @Test
  void eachKeyHasTheIdentityThatSemelGivesIt() {
    run(KEYS_OF_CAMEL, "remember.sql");
    for (String key : KEYS) {
      assertThat(
              estate.count(
                  "semel_claim",
                  "identity = '%s' AND key = '%s' AND claimed_at > now() - interval '1 hour'"
                      .formatted(new Identity(estate.name, key).digest(), key.replace("'", "''"))))
          .as(key)
          .isOne();
    }
    assertThat(missing()).isZero();
  }

  /** Whatever the policy compares bodies by. */
  @ParameterizedTest
  @CsvSource({
    "none, xa",
    "exact, xa",
    "json, xa",
    "cloudevent, xa",
    "exact, ack-after-commit",
    "exact, store-first"
  })
  void whatCamelHasHandledTakesNoSecondEffect(String fingerprint, String protocol) {
    run(KEYS_OF_CAMEL, "remember.sql");
    estate.under(protocol);
    start(fingerprint);
    KEYS.forEach(key -> estate.send(key, "again"));
    estate.send("new", "first");
    await("the queue to be empty").until(() -> !effects.isEmpty() && estate.queueIsEmpty());
    await("copies to be absorbed")
        .until(() -> estate.count("semel_duplicate", "true") == KEYS.size());
    assertThat(effects).containsExactly("first");
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  @Test
  void aThousandCopiesOfWhatWasTakenOverTakeNoEffect() {
    List<String> keys = IntStream.range(0, 1_000).mapToObj(number -> "order-" + number).toList();
    keys.forEach(camel::add);
    run(KEYS_OF_CAMEL, "remember.sql");
    start("exact");
    keys.forEach(key -> estate.send(key, "again"));
    await("copies to be absorbed")
        .until(() -> estate.count("semel_duplicate", "true") == keys.size());
    assertThat(estate.queueIsEmpty()).isTrue();
    assertThat(effects).isEmpty();
  }

  @Test
  void aSecondRunAddsWhatCameSinceAndNothingElse() {
    run(KEYS_OF_CAMEL, "remember.sql");
    run(KEYS_OF_CAMEL, "remember.sql");
    assertThat(estate.count("semel_claim", "true")).isEqualTo(KEYS.size());
    camel.add("late");
    assertThat(missing()).isOne();
    run(KEYS_OF_CAMEL, "remember.sql");
    assertThat(missing()).isZero();
  }

  @Test
  void whatWasTakenOverIsTakenBackAndWhatSemelHasClaimedStays() {
    run(KEYS_OF_CAMEL, "remember.sql");
    start("exact");
    estate.send("new", "first");
    await("its claim").until(() -> estate.count("semel_claim", "key = 'new'") == 1);
    run(KEYS_OF_CAMEL, "remember-undo.sql");
    assertThat(estate.count("semel_claim", "true")).isOne();
    assertThat(missing()).isEqualTo(KEYS.size());
  }

  @Test
  void backInStockCamelNothingTakesASecondEffect() {
    run(KEYS_OF_CAMEL, "remember.sql");
    start("exact");
    estate.send("new", "first");
    await("its claim").until(() -> estate.count("semel_claim", "key = 'new'") == 1);
    estate.close();
    run("to-camel.sql");
    run("to-camel.sql");
    assertThat(camel.contains("new")).isTrue();
    assertThat(KEYS).allMatch(camel::contains);
  }

  @Test
  void aKeyThatIsTooLongForCamelStopsTheScriptAndNothingIsWritten() {
    widen(100);
    start("exact");
    estate.send("short", "first");
    estate.send("l".repeat(101), "second");
    await("both claims").until(() -> estate.count("semel_claim", "true") == 2);
    assertThatThrownBy(() -> run("to-camel.sql")).rootCause().hasMessageContaining("too long");
    assertThat(camel.contains("short")).isFalse();
  }

  /** Under the role of run time, which has no right to the old table. */
  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whileBothTablesAreWrittenStockCamelTakesNoSecondEffectAtAnyTime(String protocol) {
    run(KEYS_OF_CAMEL, "remember.sql");
    run("dual.sql");
    run("dual.sql");
    estate.under(protocol);
    start("exact");
    KEYS.forEach(key -> estate.send(key, "again"));
    estate.send("new", "first");
    await("its effect").until(() -> !effects.isEmpty() && estate.queueIsEmpty());
    await("its claim").until(() -> estate.count("semel_claim", "key = 'new'") == 1);
    assertThat(camel.contains("new")).isTrue();
    assertThat(KEYS).allMatch(camel::contains);
    assertThat(effects).containsExactly("first");
  }

  /** Between its two phases a transaction may stay for as long as a server is down. */
  @ParameterizedTest
  @CsvSource({"COMMIT, 1", "ROLLBACK, 0"})
  void aTransactionThatWasPreparedEndsInBothTablesAlike(String end, int rows) throws SQLException {
    run("dual.sql");
    String gid = "dual-" + estate.name;
    try (Connection connection = estate.server.postgres().owner().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "INSERT INTO semel_claim (identity, consumer, key, fingerprint) VALUES (gen_random_uuid(), '%s', 'new', '\\x00')"
              .formatted(estate.name));
      statement.execute("PREPARE TRANSACTION '%s'".formatted(gid));
    }
    assertThat(camel.contains("new")).isFalse();
    estate.server.postgres().execute("%s PREPARED '%s'".formatted(end, gid));
    assertThat(estate.count("semel_claim", "key = 'new'")).isEqualTo(rows);
    assertThat(camel.contains("new")).isEqualTo(rows == 1);
  }

  @Test
  void whatIsForgottenIsForgottenInBothTablesAndNoneElseIs() {
    run("dual.sql");
    start("exact");
    List.of("new", "newer").forEach(key -> estate.send(key, key));
    await("their claims").until(() -> estate.count("semel_claim", "true") == 2);
    estate.close();
    forget("new");
    assertThat(camel.contains("new")).isFalse();
    assertThat(camel.contains("newer")).isTrue();
    assertThat(KEYS).allMatch(camel::contains);
    run("dual-undo.sql");
    forget("newer");
    assertThat(camel.contains("newer")).isTrue();
  }

  /** It was there before Semel, which takes back and forgets what it has written itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM semel_claim WHERE consumer = ? AND claimed_at < now()", // as a sweep by age
        "remember-undo.sql"
      })
  void whatCamelHasWrittenItselfStaysThereWhateverSemelForgets(String act) {
    run(KEYS_OF_CAMEL, "remember.sql");
    run("dual.sql");
    run(KEYS_OF_CAMEL, "remember.sql");
    if (act.startsWith("DELETE")) {
      estate.server.postgres().execute(act.replace("?", "'" + estate.name + "'"));
    } else {
      run(KEYS_OF_CAMEL, act);
    }
    assertThat(estate.count("semel_claim", "true")).isZero();
    assertThat(KEYS).allMatch(camel::contains);
  }

  /** Both may bear the fingerprint of no body, and in both tables the same time. */
  @Test
  void whatIsTakenBackIsNoneOfWhatSemelHasClaimedItself() {
    run(KEYS_OF_CAMEL, "remember.sql");
    run("dual.sql");
    start("none");
    estate.send("new", "first");
    await("its claim").until(() -> estate.count("semel_claim", "key = 'new'") == 1);
    run("dual-undo.sql");
    assertThat(camel.contains("new")).isTrue();
    run(KEYS_OF_CAMEL, "remember-undo.sql");
    assertThat(estate.count("semel_claim", "true")).isOne();
    assertThat(estate.count("semel_claim", "key = 'new'")).isOne();
  }

  private void start(String fingerprint) {
    estate
        .consumer("identity", "property:key")
        .consumer("fingerprint", fingerprint)
        .start(route(estate.name));
  }

  private RouteBuilder route(String consumer) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("inbox:" + consumer)
            .process(exchange -> effects.add(exchange.getMessage().getBody(String.class)));
      }
    };
  }

  /** While one waits for a lock, all claims of all consumers wait behind it. */
  @ParameterizedTest
  @MethodSource("scriptsOfAll")
  void eachScriptWaitsForALockForABoundedTime(Path script) throws IOException {
    assertThat(Files.readString(script))
        .containsPattern("(?m)^SET (LOCAL )?lock_timeout = '\\d+s';$");
  }

  static List<Path> scriptsOfAll() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("migrate"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"dual-undo.sql, dual.sql", "dual.sql, dual-undo.sql"})
  void whereATransactionIsInDoubtAScriptGivesUpAndChangesNothing(String before, String script) {
    run(before);
    String gid = "dual-" + estate.name;
    List<String> triggers = triggers();
    estate
        .server
        .postgres()
        .execute(
            "BEGIN; LOCK TABLE semel_claim IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION '%s'"
                .formatted(gid));
    try {
      assertThatThrownBy(() -> scripts().runWithin("500ms", script))
          .rootCause()
          .hasMessageContaining("lock timeout");
    } finally {
      estate.server.postgres().execute("ROLLBACK PREPARED '%s'".formatted(gid));
    }
    assertThat(triggers()).isEqualTo(triggers);
  }

  /** Else a claim would fail, and its message never be parked, as only what is claimed is. */
  @ParameterizedTest
  @CsvSource({
    "ALTER COLUMN messageid TYPE varchar(1023), UTC, 1023",
    "ALTER COLUMN messageid TYPE varchar(1024), Europe/Berln, Europe/Berln",
    "ADD COLUMN yours int NOT NULL, UTC, yours"
  })
  void whereTheOldTableDoesNotTakeWhatSemelMayClaimDualModeDoesNotBegin(
      String change, String zone, String complaint) {
    camel.clear();
    estate.server.postgres().execute("ALTER TABLE camel_messageprocessed " + change);
    try {
      assertThatThrownBy(() -> scripts(zone).run("dual.sql"))
          .rootCause()
          .hasMessageContaining("nothing is changed")
          .hasMessageContaining(complaint);
    } finally {
      estate
          .server
          .postgres()
          .execute("ALTER TABLE camel_messageprocessed DROP COLUMN IF EXISTS yours");
    }
    assertThat(triggers()).isEmpty();
  }

  @Test
  void theLongestKeyIsInBothTables() {
    run("dual.sql");
    start("exact");
    String longest = "l".repeat(ProducerKey.LONGEST);
    estate.send(longest, "first");
    await("its claim").until(() -> estate.count("semel_claim", "true") == 1);
    assertThat(camel.contains(longest)).isTrue();
  }

  /** Of two applications that had a memory each before they shared Semel's. */
  @Test
  void aSecondConsumerWhoseOldTableLiesElsewhereRedirectsTheFirstOneNowhere() {
    String other = "other-" + estate.name;
    estate
        .server
        .postgres()
        .execute(
            """
            CREATE SCHEMA shared;
            CREATE SCHEMA old;
            CREATE TABLE old.camel_messageprocessed (LIKE public.camel_messageprocessed)
            """);
    MigrateScripts others =
        new MigrateScripts(
            estate.server.postgres(), Map.of("processor", other, "consumer", other, "zone", "UTC"));
    try {
      scripts().runIn("shared, public", "dual.sql");
      others.runIn("shared, old, public", "dual.sql");
      claim(estate.name, "new");
      claim(other, "new");
      assertThat(camel.contains("new")).isTrue();
      assertThat(
              estate
                  .server
                  .postgres()
                  .texts("SELECT processorname FROM old.camel_messageprocessed"))
          .containsExactly(other);
    } finally {
      others.run("dual-undo.sql");
      estate.server.postgres().execute("DROP SCHEMA old, shared CASCADE");
    }
  }

  @Test
  void underANewNameTheWayBackIsThatOfTheOldNameToo() {
    start("exact");
    estate.send("old", "first");
    await("its claim").until(() -> estate.count("semel_claim", "key = 'old'") == 1);
    estate.close();
    String renamed = "new-" + estate.name;
    try (SmallEstate after = startAs(renamed)) {
      after.send("new", "second");
      await("both effects").until(() -> effects.size() == 2);
    }
    scriptsOf(renamed).run("to-camel.sql");
    assertThat(camel.contains("old")).isTrue();
    assertThat(camel.contains("new")).isTrue();
  }

  /** Else claims would bear a name from then on that no trigger knows. */
  @Test
  void aConsumerInDualModeTakesANewNameOnceThatIsInDualModeToo() {
    run("dual.sql");
    start("exact");
    estate.close();
    String renamed = "new-" + estate.name;
    assertThatThrownBy(() -> startAs(renamed)).hasMessageContaining("SEMEL-0433");
    assertThat(estate.server.postgres().log())
        .as("to which the refusal points")
        .content()
        .contains("run dual.sql for " + renamed + " first");
    scriptsOf(renamed).run("dual.sql");
    try (SmallEstate after = startAs(renamed)) {
      after.send("new", "first");
      await("its effect").until(() -> effects.size() == 1 && after.queueIsEmpty());
    }
    assertThat(camel.contains("new")).isTrue();
    assertThatThrownBy(() -> run("dual.sql"))
        .rootCause()
        .hasMessageContaining("goes on as " + renamed);
    scriptsOf(renamed).run("dual-undo.sql");
  }

  private SmallEstate startAs(String renamed) {
    SmallEstate after = new SmallEstate(estate.name);
    String policy = "semel.consumer." + renamed + ".";
    try {
      return after
          .with(policy + "queue", estate.name)
          .with(policy + "formerly", estate.name)
          .with(policy + "identity", "property:key")
          .start(route(renamed));
    } catch (RuntimeException e) {
      after.close();
      throw e;
    }
  }

  private MigrateScripts scriptsOf(String consumer) {
    return new MigrateScripts(
        estate.server.postgres(),
        Map.of("processor", estate.name, "consumer", consumer, "zone", "UTC"));
  }

  private void claim(String consumer, String key) {
    estate
        .server
        .postgres()
        .execute(
            "INSERT INTO semel_claim (identity, consumer, key, fingerprint) VALUES (gen_random_uuid(), '%s', '%s', '\\x00')"
                .formatted(consumer, key));
  }

  private List<String> triggers() {
    return estate
        .server
        .postgres()
        .texts(
            "SELECT tgname FROM pg_trigger WHERE tgname LIKE '%' || md5(?) ORDER BY tgname",
            estate.name);
  }

  private void forget(String key) {
    estate
        .server
        .postgres()
        .execute(
            "DELETE FROM semel_claim WHERE consumer = '%s' AND key = '%s'"
                .formatted(estate.name, key));
  }

  private long missing() {
    return scripts().number(KEYS_OF_CAMEL, "remember-verify.sql");
  }

  private void run(String... names) {
    scripts().run(names);
  }

  private MigrateScripts scripts() {
    return scripts("UTC");
  }

  private MigrateScripts scripts(String zone) {
    return new MigrateScripts(
        estate.server.postgres(),
        Map.of("processor", estate.name, "consumer", estate.name, "zone", zone));
  }
}
