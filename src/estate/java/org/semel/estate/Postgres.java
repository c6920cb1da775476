// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL with durable settings, Semel's tables and a role of few rights. Can be stopped
 * and started again on its data, by any thread: who starts it waits for a stop that has begun.
 */
public final class Postgres implements AutoCloseable {

  public static final String ROLE = "semel";
  public static final String PASSWORD = "once";
  private static final String DATABASE = "postgres";

  /** System property: where the scripts of Semel's tables lie, if not among its resources. */
  public static final String TABLES = "semel.estate.tables";

  static final Path SCRIPTS = Path.of("src/main/resources/org/semel/postgresql");

  /**
   * The embedded binaries' wrapper switches durability off for speed; figures made that way are
   * worth nothing.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "max_connections", "200",
          "max_prepared_transactions", "128",
          "unix_socket_directories", ""); // whose lock would outlive a kill

  private static final Map<String, String> UNFLUSHED = Map.of("fsync", "off");

  private final Map<String, String> besides;
  private final Path data;
  private final Path log;
  private final int port;
  private EmbeddedPostgres running;
  private ProcessHandle first;

  private Postgres(Path directory, int port, Map<String, String> besides) {
    this.besides = besides;
    this.data = directory.resolve("pgdata");
    this.log = directory.resolve("postgres.log");
    this.port = port;
  }

  /** Starts one in {@code directory}, on a free port, with Semel's tables. */
  public static Postgres start(Path directory) {
    return start(directory, Map.of());
  }

  /**
   * The same, but nothing waits for the disk: what is committed outlives the end of all its
   * processes, and not that of the machine.
   */
  public static Postgres startUnflushed(Path directory) {
    return start(directory, UNFLUSHED);
  }

  private static Postgres start(Path directory, Map<String, String> besides) {
    Postgres postgres = new Postgres(directory, Ports.free(), besides);
    if (System.getProperty(TABLES) == null) {
      PreparedCluster.copyTo(postgres.data);
      postgres.start();
    } else {
      postgres.startAndPrepare();
    }
    return postgres;
  }

  /** Starts one whose data is to be copied. */
  static Postgres prepare(Path directory) {
    Postgres postgres = new Postgres(directory, Ports.free(), UNFLUSHED);
    postgres.startAndPrepare();
    return postgres;
  }

  private void startAndPrepare() {
    start();
    Flyway.configure()
        .dataSource(owner())
        .locations(System.getProperty(TABLES, "classpath:org/semel/postgresql/migrations"))
        .load()
        .migrate();
    grant();
  }

  /** Starts it again on the data it left. */
  public synchronized void start() {
    try {
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setPort(port)
              .setRegisterShutdownHook(false)
              .setOutputRedirector(Redirect.appendTo(log.toFile()))
              .setErrorRedirector(Redirect.appendTo(log.toFile()))
              .setPGStartupWait(Duration.ofSeconds(60));
      SETTINGS.forEach(builder::setServerConfig);
      besides.forEach(builder::setServerConfig);
      running = builder.start();
      first = handle();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not start in " + data, e);
    }
  }

  /**
   * Starts it on the data it left, as a standby that has received all of it and replays it, and is
   * asked meanwhile.
   */
  public synchronized void startAsStandby() {
    try {
      Files.createFile(data.resolve("standby.signal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start();
  }

  /** Makes a standby the primary, and waits until it is. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  /** Stops it as an administrator would, sessions cut off. */
  public synchronized void stop() {
    try {
      running.close();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not stop", e);
    }
    awaitEnd(List.of(first));
  }

  /** As a crash would, of the postmaster and all that it has started: kill -9. */
  public synchronized void kill() {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(List.of(postmaster)); // or it would start others
    all.addAll(postmaster.descendants().toList());
    all.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(all);
    forgetWhoRan();
    stop(); // nothing is left to stop, but what this machine holds of it must go
  }

  private static void awaitEnd(List<ProcessHandle> all) {
    await("PostgreSQL has ended")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> all.stream().noneMatch(Postgres::runs));
  }

  /**
   * An orphan that has ended stays, as a zombie without a command, until the system's first process
   * looks after it, which may do so every two seconds or never.
   */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  /** Else the next one takes a zombie of that number for one that runs, and does not start. */
  private void forgetWhoRan() {
    try {
      Files.deleteIfExists(data.resolve("postmaster.pid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A backup of all its databases, while it does not run. */
  public ColdCopy coldCopy() {
    return ColdCopy.of(data);
  }

  /** Of the postmaster. */
  public long pid() {
    try {
      return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return port;
  }

  /** The operating system's view of its first process, whose children are all others. */
  public ProcessHandle handle() {
    try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
      return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow().strip()))
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it keeps what it has. */
  Path data() {
    return data;
  }

  /** What all its runs have logged. */
  public Path log() {
    return log;
  }

  /** The application's view of it. */
  public String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + port + "/" + DATABASE;
  }

  /** The owner's view of it, for {@code psql}. */
  public String uri() {
    return "postgresql://postgres@localhost:" + port + "/" + DATABASE;
  }

  public String database() {
    return DATABASE;
  }

  /** Connections of the owner, outside any transaction manager. */
  public DataSource owner() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl());
    source.setUser("postgres");
    return source;
  }

  /** Runs statements as the owner. */
  public void execute(String sql) {
    try (Connection connection = owner().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The one number that {@code sql} selects. */
  public long number(String sql, Object... parameters) {
    return query(
        sql,
        rows -> {
          rows.next();
          return rows.getLong(1);
        },
        parameters);
  }

  /** The first column of all rows that {@code sql} selects. */
  public List<String> texts(String sql, Object... parameters) {
    return query(
        sql,
        rows -> {
          List<String> texts = new ArrayList<>();
          while (rows.next()) {
            texts.add(rows.getString(1));
          }
          return texts;
        },
        parameters);
  }

  /** The prepared transactions that wait for a decision. */
  public List<String> gids() {
    return texts("SELECT gid FROM pg_prepared_xacts");
  }

  /** The same, less what was prepared since. */
  public List<String> gidsBefore(Instant moment) {
    return texts(
        "SELECT gid FROM pg_prepared_xacts WHERE prepared < CAST(? AS timestamptz)",
        moment.toString());
  }

  @Override
  public void close() {
    stop();
  }

  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  private <T> T query(String sql, Reader<T> reader, Object... parameters) {
    try (Connection connection = owner().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Runs the very script that a user runs, less psql's own way of writing variables. */
  public void grant() {
    try {
      String script = Files.readString(SCRIPTS.resolve("rights.sql"));
      execute(
          script
              .replace(":\"role\"", ROLE)
              .replace(":'role'", "'" + ROLE + "'")
              .replace(":'password'", "'" + PASSWORD + "'"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
