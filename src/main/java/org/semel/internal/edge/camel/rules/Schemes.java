// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Set;

/**
 * Classifies endpoints by their scheme: which stay inside the transaction, and which leave its
 * thread. A rollback is assumed not to undo what an unknown scheme does.
 */
final class Schemes {

  private static final Set<String> OTHER_THREADS =
      Set.of("seda", "stub", "vm", "direct-vm", "disruptor", "disruptor-vm");

  /** They call, transform, read, or write to what can join the server's transaction. */
  private static final Set<String> INSIDE =
      Set.of(
          "bean",
          "class",
          "data-format",
          "dataformat",
          "dataset-test",
          "direct",
          "freemarker",
          "hibernate-validator",
          "bean-validator",
          "inbox",
          "intent",
          "jdbc",
          "jms",
          "jolt",
          "jpa",
          "jslt",
          "json-patch",
          "json-validator",
          "jsonata",
          "jte",
          "language",
          "log",
          "mock",
          "mustache",
          "mvel",
          "sql",
          "sql-stored",
          "string-template",
          "thymeleaf",
          "validator",
          "velocity",
          "xquery",
          "xslt",
          "xslt-saxon");

  /**
   * Of those, the ones that write to a database; each is asked for its session before it is
   * believed.
   */
  private static final Set<String> DATABASE = Set.of("jdbc", "jpa", "sql", "sql-stored");

  /** And the others that write. */
  private static final Set<String> WRITING = Set.of("inbox", "intent", "jms");

  /** A header must never choose their statement or queue (CVE-2025-27636). */
  private static final Set<String> NEVER_DYNAMIC =
      Set.of("sql", "sql-stored", "jdbc", "jpa", "jms", "activemq", "bean", "class", "language");

  private static final Set<String> HTTP = Set.of("http", "https");

  private static final Set<String> JMS =
      Set.of("jms", "sjms", "sjms2", "activemq", "activemq6", "amqp");

  /** All of these are one class or extend it. */
  private static final Set<String> JMS_IN_TRANSACTIONS =
      Set.of("jms", "activemq", "activemq6", "amqp");

  private Schemes() {}

  /** The scheme of an endpoint's URI whose placeholders have been replaced. */
  static String of(String uri) {
    int colon = uri.indexOf(':');
    return colon < 0 ? uri : uri.substring(0, colon);
  }

  static boolean leavesTheThread(String scheme) {
    return OTHER_THREADS.contains(scheme);
  }

  static boolean isNeverDynamic(String scheme) {
    return NEVER_DYNAMIC.contains(scheme);
  }

  /** Whether it is known to call, transform or read only. */
  static boolean isLocal(String scheme) {
    return INSIDE.contains(scheme) && !WRITING.contains(scheme) && !writesToADatabase(scheme);
  }

  static boolean writesToADatabase(String scheme) {
    return DATABASE.contains(scheme);
  }

  static boolean speaksHttp(String scheme) {
    return HTTP.contains(scheme);
  }

  static boolean speaksJms(String scheme) {
    return JMS.contains(scheme);
  }

  /** Whether it is a component of Camel that can receive in the server's transactions. */
  static boolean receivesInTransactions(String scheme) {
    return JMS_IN_TRANSACTIONS.contains(scheme);
  }

  /** Whether a rollback may not undo what is sent there. */
  static boolean isExternal(String scheme) {
    return !INSIDE.contains(scheme) && !leavesTheThread(scheme);
  }
}
