// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;
import org.semel.estate.Postgres;
import org.semel.small.SelfSigned;

/**
 * Over TLS a socket is more than the system's: who closes it may have to wait for who reads from
 * it, and another exception may tell of that.
 */
class BlockedStatementsOverTlsTest extends BlockedStatementsTest {

  private static Postgres server;

  @BeforeAll
  static void start(@TempDir Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    KeyStore keys = SelfSigned.keys(folder);
    server = Postgres.startUnflushed(folder);
    set("ssl_cert_file", SelfSigned.certificate(keys, folder.resolve("server.crt")));
    set("ssl_key_file", ownersOnly(SelfSigned.key(keys, folder.resolve("server.key"))));
    server.execute("ALTER SYSTEM SET ssl = on");
    server.execute("SELECT pg_reload_conf()");
    await("TLS is on").until(() -> server.texts("SHOW ssl").equals(List.of("on")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void isEncrypted() throws Exception {
    assertThat(ask("SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()")).isOne();
  }

  /** Now it is told as a closed socket, now as the end of what the server says. */
  @Override
  @RepeatedTest(30)
  void whoseStatementRanHasNoExcuseInThat() throws Exception {
    super.whoseStatementRanHasNoExcuseInThat();
  }

  @Override
  Postgres database() {
    return server;
  }

  @Override
  String url() {
    return super.url() + "?sslmode=require";
  }

  private static void set(String setting, Path file) {
    server.execute("ALTER SYSTEM SET %s = '%s'".formatted(setting, file.toAbsolutePath()));
  }

  /** PostgreSQL takes no key that others can read. */
  private static Path ownersOnly(Path key) throws IOException {
    return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
  }
}
