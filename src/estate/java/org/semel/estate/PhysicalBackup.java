// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static java.nio.file.StandardOpenOption.APPEND;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A database's files, copied while it works, and the archive of all that it has written since: what
 * {@code pg_basebackup} and an archive make, by the statements that are behind them. Who has both
 * can go back to any moment after the copy.
 */
public final class PhysicalBackup {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Postgres postgres;
  private final Path archive;
  private final Path copy;

  private PhysicalBackup(Postgres postgres, Path directory) {
    this.postgres = postgres;
    this.archive = directory.resolve("archive");
    this.copy = directory.resolve("base");
  }

  /** Lets a database keep what it writes; holds from its next start on. */
  public static void archiving(Postgres postgres, Path directory) {
    Path archive = directory.resolve("archive");
    try {
      Files.createDirectories(archive);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    postgres.execute("ALTER SYSTEM SET archive_mode = on");
    postgres.execute("ALTER SYSTEM SET archive_command = 'cp %p " + archive + "/%f'");
  }

  /** Lets it keep nothing any more, from its next start on. */
  public static void archivingNoMore(Postgres postgres) {
    postgres.execute("ALTER SYSTEM RESET ALL");
  }

  /** Copies a database that archives, while it works. */
  public static PhysicalBackup of(Postgres postgres, Path directory) {
    PhysicalBackup backup = new PhysicalBackup(postgres, directory);
    try (Connection session = postgres.owner().getConnection();
        Statement statement = session.createStatement()) {
      statement.execute("SELECT pg_backup_start('test', true)");
      run("cp -a " + postgres.data() + " " + backup.copy + " || true"); // files come and go
      try (ResultSet ended = statement.executeQuery("SELECT labelfile FROM pg_backup_stop()")) {
        ended.next();
        Files.writeString(backup.copy.resolve("backup_label"), ended.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return backup;
  }

  /** Names this moment. */
  public void moment(String name) {
    postgres.execute("SELECT pg_create_restore_point('" + name + "')");
  }

  /** Waits until the archive has all that has been written. */
  public void awaitArchive() {
    String last = postgres.texts("SELECT pg_walfile_name(pg_switch_wal())").get(0);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(archive.resolve(last))) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("not archived: " + last);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  /**
   * Puts the database, which is stopped, back to a moment that was named; its next start goes
   * there.
   */
  public void putBack(String name) {
    Path data = postgres.data();
    try {
      Folders.delete(data);
      run("cp -a " + copy + " " + data);
      run("rm -rf " + data + "/pg_wal/* " + data + "/postmaster.pid " + data + "/postmaster.opts");
      Files.createDirectories(data.resolve("pg_wal/archive_status"));
      Files.createFile(data.resolve("recovery.signal"));
      Files.writeString(
          data.resolve("postgresql.auto.conf"),
          """
          restore_command = 'cp %s/%%f %%p'
          recovery_target_name = '%s'
          recovery_target_action = promote
          """
              .formatted(archive, name),
          APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a database that was put back has come to its moment, and takes writes. */
  public void awaitMoment() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (postgres.number("SELECT pg_is_in_recovery()::int") == 1) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("still in recovery");
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static void run(String command) throws IOException {
    try {
      Process shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
      String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (shell.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
