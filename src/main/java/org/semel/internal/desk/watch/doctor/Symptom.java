// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** The kinds of the doctor's findings, each with what it means and what to do. */
public enum Symptom {
  PASSED(Code.CHECK_PASSED, Severity.FINE, "It is as it should be.", "Nothing."),
  UNSEEN(
      Code.CHECK_UNSEEN,
      Severity.UNSEEN,
      "It cannot be seen from here whether it is as it should be.",
      "Grant the right that the finding names, or look where it can be seen. If the database is"
          + " away, begin with that."),
  AWAITS_PROOF(
      Code.PROOF_WAITS,
      Severity.WARNING,
      "The consumer receives nothing. It goes on by itself once its broker and its database can be"
          + " reached.",
      "Look at the broker, the database and their logins. Right after a start, wait a moment and"
          + " look again."),
  REFUSED(
      Code.CONSUMER_REFUSED,
      Severity.ERROR,
      "The consumer receives nothing, as its start-up proof found what would lose or double"
          + " effects. The finding has the code of what was found.",
      "Do what the finding says, then start the application again."),
  PAUSED(
      Code.PAUSED,
      Severity.WARNING,
      "The consumer takes no message while a system that it needs is away. No attempt is counted,"
          + " and it goes on by itself.",
      "Look at the system that the finding names."),
  NONE_RECEIVES(
      Code.NONE_RECEIVES,
      Severity.ERROR,
      "This node does no work for the queues of its consumers; all their messages wait.",
      "Look at the findings of its consumers: what several of them wait for comes first."),
  DATABASE_SILENT(
      Code.DATABASE_SILENT,
      Severity.ERROR,
      "Without the database no message takes effect and no intent is sent. No attempt is counted,"
          + " and all goes on by itself.",
      "Look at the database, the way to it, and the login and the pool of this server."),
  AT_REST(
      Code.CONSUMER_STOPPED,
      Severity.WARNING,
      "The consumer's route is stopped or suspended; its messages wait at the broker, or in the"
          + " inbox.",
      "Start or resume the route unless it is meant to be so."),
  HELD_BY_OPERATOR(
      Code.PAUSED_BY_OPERATOR,
      Severity.WARNING,
      "An operator has paused it on all nodes; what waits for it stays where it waits.",
      "Let it go on once that for which it was paused is over."),
  CIRCUIT_OPEN(
      Code.CIRCUIT_OPENED,
      Severity.WARNING,
      "Deliveries failed so often in a row, or found a queue full, that the intents of the destination"
          + " wait. No attempt is counted, and the relay goes on by itself.",
      "Look at the last answers of its pending intents: look at the provider, or make room in the"
          + " queue that is full."),
  ACCESS_DENIED(
      Code.DESTINATION_PAUSED,
      Severity.ERROR,
      "A provider denies access to all intents, which wait until a person mends it. No attempt is"
          + " counted.",
      "Renew the credentials, the rights or the address of its route. The relay goes on by"
          + " itself."),
  RELAY_PAUSED(
      Code.RELAY_PAUSED,
      Severity.WARNING,
      "A relay cannot reach the database, or its proof does not pass; its intents wait.",
      "Look at the database, or do what the finding says."),
  DELIVERIES_HANG(
      Code.DELIVERIES_HANG,
      Severity.ERROR,
      "Deliveries that were given up still hang, and nothing more is sent.",
      "Give the route's client time-outs of its own, then start the route again."),
  NOT_DELIVERED(
      Code.DESTINATION_UNROUTED,
      Severity.WARNING,
      "The route to a destination is stopped or suspended, or its application has none any more; its"
          + " intents wait.",
      "Start or resume the route unless it is meant to be so. Of a destination with a new name keep"
          + " a route under the old one until nothing waits."),
  SETTING_UNSAFE(
      Code.SETTING_UNSAFE,
      Severity.WARNING,
      "A setting of the database allows what the promise does not: see the finding.",
      "Set it as the finding says, and let PostgreSQL read it again."),
  CLOCKS_DIFFER(
      Code.CLOCKS_DIFFER,
      Severity.WARNING,
      "This machine and the database disagree about the time. Semel goes by the database's clock;"
          + " but times in log lines, times to live and the critical time are wrong by the"
          + " difference.",
      "Let both machines, and the broker's, follow one time service (NTP)."),
  IN_DOUBT(
      Code.IN_DOUBT_TOO_LONG,
      Severity.ERROR,
      "Transactions are prepared and wait for a decision. They hold their rows and identities,"
          + " whose copies come again and again, and keep the database from cleaning up.",
      "Let the server that prepared them run, so that its recovery decides. If it is gone for good,"
          + " see observability/runbooks.md, SemelInDoubt, before you decide by hand."),
  PREPARED_FULL(
      Code.PREPARED_TRANSACTIONS_TOO_FEW,
      Severity.WARNING,
      "Most of the places for prepared transactions are taken; once all are, commits fail and"
          + " messages come again.",
      "Find out why so many are in doubt, or raise max_prepared_transactions and restart"
          + " PostgreSQL."),
  SNAPSHOT_TOO_OLD(
      Code.SNAPSHOT_TOO_OLD,
      Severity.WARNING,
      "Something holds an old snapshot (xmin), so that the database cannot clean up what has"
          + " changed since. The tables of what waits grow, and each look at them takes longer.",
      "End the session, settle the prepared transaction or drop the replication slot that the"
          + " finding names."),
  RETENTION_SHORT(
      Code.RETENTION_SHORT,
      Severity.ERROR,
      "The database forgets identities before their messages can no longer come back; one that"
          + " comes back later takes effect twice. Another node has declared that.",
      "Give all nodes of the application the same remember, and start those that have the shorter"
          + " one again."),
  RETENTION_LATE(
      Code.RETENTION_LATE,
      Severity.WARNING,
      "Rows that exceeded their retention time are not deleted, and the tables grow.",
      "Look for SEMEL-0702 in the logs of all nodes, and for an old snapshot."),
  AUDIT_ALTERED(
      Code.AUDIT_ALTERED,
      Severity.ERROR,
      "A line of that day's audit was deleted, altered or added after the day was sealed, or the"
          + " seal of the day before was. Only the owner of the tables can do that.",
      "Compare the seals with the lines SEMEL-0834 in the logs of all nodes, and the audit with a"
          + " backup. Ask who has had the owner's password."),
  AUDIT_UNSEALED(
      Code.AUDIT_UNSEALED,
      Severity.WARNING,
      "The lines of that day, and of all later ones, can still be altered unseen.",
      "Look for transactions in doubt (SEMEL-0844): they may hold a line of that day. Without one,"
          + " look at the rights of the role, and for a node that runs.");

  private final Code code;
  private final Severity severity;
  private final String meaning;
  private final String remedy;

  Symptom(Code code, Severity severity, String meaning, String remedy) {
    this.code = code;
    this.severity = severity;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** One of the whole. */
  Observation observed(String finding) {
    return observed(Optional.empty(), finding);
  }

  /** One of a consumer, a destination, a table or a setting. */
  Observation observed(String of, String finding) {
    return observed(Optional.of(of), finding);
  }

  private Observation observed(Optional<String> of, String finding) {
    return new Observation(severity, code.text(), of, finding, meaning, remedy);
  }

  /** The finding of an inspection or a proof, under its own code. */
  static Observation of(Refusal refusal, Severity severity, Optional<String> of) {
    return new Observation(
        severity,
        refusal.code().text(),
        of,
        refusal.finding(),
        refusal.code().meaning(),
        refusal.remedy());
  }

  public Code code() {
    return code;
  }

  public Severity severity() {
    return severity;
  }

  public String meaning() {
    return meaning;
  }

  public String remedy() {
    return remedy;
  }
}
