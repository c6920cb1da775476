// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/**
 * What is broken on purpose, around Semel, to show that the explorer finds it: a statement of
 * Semel's own is another one, or what surrounds Semel behaves as a part of it would.
 */
enum Control {
  NONE("nothing"),
  CLAIMS_FORGET(
      "the claim store answers each time that the identity is new",
      "INSERT INTO \\S*semel_claim \\(identity, consumer, key, fingerprint\\)([\\s\\S]*)"
          + "ON CONFLICT \\(identity\\) DO NOTHING\\s+RETURNING identity",
      "SELECT identity FROM ($1) AS forgotten (identity, consumer, key, fingerprint)"),
  CONFLICTS_ARE_COPIES(
      "another body under a claimed identity is absorbed",
      "\\(o\\.fingerprint = c\\.fingerprint OR",
      "(true OR"),
  FIRST_FAILURE_PARKS(
      "the first failure counts a thousand times",
      "VALUES \\(\\?, \\?, \\?, 1, \\?, \\?, \\?\\)",
      "VALUES (?, ?, ?, 1000, ?, ?, ?)"),
  UNKNOWN_IS_DELIVERED(
      "the relay settles what is unknown as delivered",
      "SET state = s\\.state,",
      "SET state = CASE WHEN s.uncertain THEN 'delivered' ELSE s.state END,"),
  ORDER_IS_LOST(
      "an intent is leased though an earlier one of its order waits",
      "AND \\(order_key IS NULL OR",
      "AND (true OR"),
  BEGINS_TOO_LATE(
      "an aggregate begins as if two versions had taken effect",
      "SELECT aggregate, consumer, key, version FROM asked",
      "SELECT aggregate, consumer, key, version + 2 FROM asked"),
  FORGETS_NOTHING(
      "an identity that a person has forgotten is remembered all the same",
      "\\S*semel_forget_identity\\(([^)]*)\\)",
      "(SELECT count(*) FROM (SELECT $1) AS ignored)"),
  NO_SECOND_PERSON(
      "a plan needs the approval of no one",
      "(INSERT INTO \\S*semel_plan \\([^)]*\\)\\s+VALUES \\(\\?, \\?, \\?, \\?, \\?, \\?, \\?, \\?), \\?",
      "$1, \\? AND false"),
  WRITES_OUTSIDE("what beans write is committed at once, and no rollback undoes it"),
  BLANK_IS_A_KEY("a blank key counts as one, so that all messages without a key are one");

  final String meaning;
  private final String statement;
  private final String instead;

  Control(String meaning) {
    this(meaning, "", "");
  }

  Control(String meaning, String statement, String instead) {
    this.meaning = meaning;
    this.statement = statement;
    this.instead = instead;
  }

  /** All but nothing. */
  static List<Control> broken() {
    return Arrays.stream(values()).filter(control -> control != NONE).toList();
  }

  /** Through which beans write. */
  DataSource business(SmallServer server, DataSource ordinary) {
    return this == WRITES_OUTSIDE ? server.postgres().owner() : ordinary;
  }

  boolean rewrites() {
    return !statement.isEmpty();
  }

  /** Through which Semel writes. */
  DataSource semels(SmallServer server) {
    DataSource real = server.dataSource();
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          Object answer = Proxied.call(real, method, arguments);
          return answer instanceof Connection connection ? rewriting(connection) : answer;
        });
  }

  private Connection rewriting(Connection real) {
    return Proxied.as(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement") && arguments != null) {
            arguments[0] = String.valueOf(arguments[0]).replaceAll(statement, instead);
          }
          return Proxied.call(real, method, arguments);
        });
  }
}
