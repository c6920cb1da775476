// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.watch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.doctor.DoctorChecks.UnsafeSetting;
import org.semel.internal.edge.postgresql.Jdbc;

/**
 * Compares the settings of this role's sessions with what is safe, in the caller's transaction. A
 * setting that this version of the database does not have is safe.
 */
public final class SafeSettings implements Supplier<List<UnsafeSetting>> {

  private static final String SETTINGS =
      """
      SELECT s.name, s.setting FROM pg_settings AS s WHERE s.name = ANY (?::text[]) ORDER BY s.name
      """;

  private static final List<String> NAMES =
      List.of(
          "autovacuum",
          "fsync",
          "full_page_writes",
          "idle_in_transaction_session_timeout",
          "statement_timeout",
          "transaction_timeout");

  private final Jdbc jdbc;
  private final Supplier<Duration> longest;

  /**
   * The settings by which {@code jdbc} works.
   *
   * @param longest how long a transaction of this application may last
   */
  public SafeSettings(Jdbc jdbc, Supplier<Duration> longest) {
    this.jdbc = jdbc;
    this.longest = longest;
  }

  @Override
  public List<UnsafeSetting> get() {
    return jdbc
        .query(
            "read the settings of the database",
            SETTINGS,
            binds -> binds.texts(NAMES, name -> name),
            row -> judged(row.getString("name"), row.getString("setting"), longest.get()))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<UnsafeSetting> judged(String name, String value, Duration longest) {
    return switch (name) {
      case "fsync", "full_page_writes" ->
          on(name, value, "A crash of the machine can lose or damage what has committed.");
      case "autovacuum" ->
          on(name, value, "Dead rows stay, and each look at what waits is slower.");
      case "idle_in_transaction_session_timeout" -> idle(name, Long.parseLong(value), longest);
      default -> limit(name, Long.parseLong(value), longest);
    };
  }

  private static Optional<UnsafeSetting> on(String name, String value, String danger) {
    return value.equals("on") ? Optional.empty() : unsafe(name, value, "on", danger);
  }

  private static Optional<UnsafeSetting> idle(String name, long millis, Duration longest) {
    return millis == 0
        ? unsafe(
            name,
            "0",
            "above " + longest.toSeconds() + " s",
            "A server that is frozen keeps what it has claimed for as long as the network lets it.")
        : limit(name, millis, longest);
  }

  private static Optional<UnsafeSetting> limit(String name, long millis, Duration longest) {
    return millis == 0 || millis > longest.toMillis()
        ? Optional.empty()
        : unsafe(
            name,
            millis + " ms",
            "above " + longest.toSeconds() + " s, the longest transaction-timeout",
            "The database ends transactions that still work.");
  }

  private static Optional<UnsafeSetting> unsafe(
      String name, String value, String range, String danger) {
    return Optional.of(new UnsafeSetting(name, value, range, danger));
  }
}
