// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.semel.Code.Urgency.AT_ONCE;
import static org.semel.Code.Urgency.LATER;

import java.util.Locale;

/**
 * The number of every line that an operator may meet in a log or an exception: 1xx policy and
 * start, 2xx transactions, 3xx receiving, 4xx start-up proof, 5xx relay, 6xx routes, 7xx retention,
 * 8xx operators. Numbers are never given twice.
 */
public enum Code {
  POLICY_INVALID(101, AT_ONCE, "The configuration has invalid values."),
  STARTED(102, "Semel is up; each consumer reports separately when its proof has passed."),
  STOPPED(103, "Semel is down; open work was finished or given back."),
  RESOURCE_NOT_FOUND(104, AT_ONCE, "A JNDI name was still not bound after the configured wait."),
  START_REFUSED(
      105, AT_ONCE, "The configuration or a route would break the promise; nothing was started."),
  THREAD_REFUSED(
      106,
      AT_ONCE,
      "The server refused a thread during a start; everything started so far was stopped."),
  CLASSES_ELSEWHERE(
      107,
      AT_ONCE,
      "Semel's classes lie outside the web application, or more than once in it; nothing was started."),
  API_MISSING(108, AT_ONCE, "The server lacks an API that Semel needs; nothing was started."),
  SERVER_SUSPENDED(
      109,
      LATER,
      "The server is suspended: consumers receive and relays send nothing until it is resumed."),
  SERVER_RESUMED(110, "The server was suspended and is resumed; consumers and relays go on."),
  POLICY_IDLE(
      111,
      LATER,
      "A policy file has the name of a consumer that no route of this application names."),
  TOPIC_REFUSED(
      120,
      AT_ONCE,
      "A consumer's queue is a topic and not the queue of a durable subscription, or a classic route has none for its topic."),

  NO_TRANSACTION(201, LATER, "A step that needs a transaction ran outside one."),
  TRANSACTION_TIMED_OUT(202, LATER, "The work exceeded its transaction's time limit."),
  MARKED_ROLLBACK_ONLY(
      203,
      LATER,
      "A step of the route marked the transaction for rollback without throwing an exception."),
  COMMIT_FAILED(204, LATER, "A transaction failed to commit; all its work is undone."),
  OUTCOME_IN_DOUBT(
      205,
      AT_ONCE,
      "The branches of a transaction disagree, or their outcome is unknown; check the transaction manager's log."),
  PROPAGATION_REFUSED(
      206,
      LATER,
      "The route's propagation forbids the caller's transaction, or requires one that is missing."),
  STORE_FAILED(
      207,
      LATER,
      "The database refused a statement or could not be reached; the transaction rolls back."),
  TRANSACTION_ENDED(208, LATER, "A route ended or replaced a transaction that it does not own."),
  THREAD_INTERRUPTED(209, LATER, "A route left its thread interrupted."),

  HANDLING_FAILED(
      301, LATER, "A route failed for a message; the message is redelivered or parked."),
  RIVAL_IN_FLIGHT(302, "Another transaction holds the identity; the message is redelivered later."),
  PARKED(303, LATER, "A message is parked and waits for a person."),
  PAUSED(
      304,
      LATER,
      "The broker, the database or another required system is away or overloaded; the consumer retries with back-off."
          + " No attempt is counted."),
  RESUMED(305, "The missing system is back; the consumer receives again."),
  CONSUMER_STARTED(306, "A consumer receives."),
  CONSUMER_STOPPED(307, "A consumer has stopped, or is suspended."),
  BATCH_FAILED(
      308,
      "A transaction of several messages failed or conflicted with another; the messages are redelivered in smaller"
          + " batches."),
  BROKER_FAILED(309, LATER, "The broker refused an operation or could not be reached."),
  LEASE_LOST(
      310,
      LATER,
      "A worker's lease on a stored message expired and another worker took the message over; the late worker's"
          + " transaction rolls back."),
  SEND_REFUSED(
      311,
      LATER,
      "A message selected an endpoint or a route outside its transaction; nothing was sent there."),
  DUPLICATE_ABSORBED(
      312,
      "A message's identity has taken effect before; its route is not called. Written at level DEBUG only."),
  LEASES_RECLAIMED(
      313,
      "Stored messages were in work on a node that has ended, or took longer than their lease; another worker has them."),
  STILL_RUNNING(
      314,
      LATER,
      "A message came again whose route has not returned from an earlier delivery on this node; it is not run beside that."),
  QUEUE_MISSING(315, AT_ONCE, "The broker does not have a consumer's queue."),
  QUEUE_KEEPS(
      318,
      LATER,
      "A queue delivers messages again and again though their receipts have committed: it keeps what is acknowledged."),
  KEY_BLANK(
      330,
      LATER,
      "The idempotent consumer of a classic route found no key in a message, which fails."),

  CONSUMER_REFUSED(
      401,
      AT_ONCE,
      "The start-up proof found a violation of the promise; the consumer does not start."),
  DATABASE_BRANCH_MISSING(402, AT_ONCE, "The data source does not take part in the transaction."),
  BROKER_BRANCH_MISSING(
      403, AT_ONCE, "The connection factory does not take part in the transaction."),
  BRANCHES_UNPROVEN(
      404, AT_ONCE, "The proof's transaction ended before both branches were prepared."),
  PREPARED_TRANSACTIONS_TOO_FEW(405, AT_ONCE, "PostgreSQL allows too few prepared transactions."),
  NODE_IDENTIFIER_DEFAULT(
      406, AT_ONCE, "The transaction manager runs under its default node identifier."),
  DEAD_LETTER_ADDRESS_MISSING(
      407, AT_ONCE, "The broker would delete a message after its last delivery."),
  DATABASE_READ_ONLY(408, AT_ONCE, "The database is a replica or read-only."),
  ISOLATION_TOO_HIGH(409, AT_ONCE, "The isolation level turns a race of duplicates into an error."),
  SCHEMA_VERSION_WRONG(410, AT_ONCE, "The tables are missing or of another version."),
  DELIVERIES_TOO_FEW(
      411, AT_ONCE, "The broker gives up before the policy's limit parks a message."),
  PROOF_WAITS(412, LATER, "The proof cannot run yet, because the broker or the database is away."),
  DEAD_LETTER_ADDRESS_UNSEEN(
      413, LATER, "Semel cannot see whether the broker has a dead-letter address."),
  DRIVER_MISLEADS(
      414, AT_ONCE, "The database's driver reports wrong outcomes to the transaction manager."),
  RIGHTS_MISSING(415, AT_ONCE, "The run-time role lacks a right on the tables of Semel."),
  RECOVERY_UNNAMED(
      416,
      AT_ONCE,
      "A consumer with receive=direct does not say by which connection factory this server recovers its broker."),
  RECOVERY_ENTRY_UNFIT(
      417,
      AT_ONCE,
      "The server cannot recover a broker by the connection factory that recovered-by names."),
  ADAPTER_UNFIT(
      418, AT_ONCE, "Recovery could wait for ever for the adapter of a connection factory."),
  RECEIPT_CANNOT_FOLLOW(
      419,
      AT_ONCE,
      "The receipt cannot follow the commit, as something else than the session decides whether it is undone."),
  LOGIN_REFUSED(
      420,
      AT_ONCE,
      "The broker refused the consumer's login, or denied its user a right; the consumer retries slowly."),
  SELECTOR_INVALID(421, AT_ONCE, "The broker does not understand a consumer's selector."),
  REGISTERED_OTHERWISE(
      430,
      AT_ONCE,
      "The database has registered the consumer's name with another application, queue, claim strategy or count of versions."),
  ROWS_LEFT_BEHIND(
      431, LATER, "Messages wait in the database that the consumer's policy no longer processes."),
  DESTINATION_REGISTERED_OTHERWISE(
      432,
      AT_ONCE,
      "Another application is registered as the one that delivers to the destination."),
  REGISTRATION_FAILED(
      433, AT_ONCE, "The database refused the registration of a name; nothing was changed."),
  FORMER_NAME_UNSTATED(
      434,
      AT_ONCE,
      "Another name remembers what came through the queue of a consumer that is new here, and the policy does not say"
          + " which of the two cases it is."),
  NAME_SUCCEEDED(
      435, AT_ONCE, "A consumer goes on under another name, which has taken over its memory."),
  POOL_TOO_SMALL(
      440,
      AT_ONCE,
      "The data source has too few connections to handle a message alone while other workers wait."),
  POOL_TIGHT(
      441,
      LATER,
      "The data source has fewer connections than all parts may need at once; work may wait."),
  UNIT_ELSEWHERE(
      442, AT_ONCE, "A persistence unit writes outside the transaction in which consumers claim."),
  AUTHENTICATION_SPLITS(
      443,
      AT_ONCE,
      "The data source would give a route another connection than Semel, and a transaction two branches."),
  RECOVERY_GIVES_UP(
      444, AT_ONCE, "Recovery would give up a transaction that is decided to commit."),
  LOG_VOLATILE(445, LATER, "The transaction log would be lost with the machine or its container."),
  POOL_CLOSES_OTHERS(
      446,
      LATER,
      "One broken connection makes the data source's pool close what others have in use."),
  STEP_ELSEWHERE(
      447,
      AT_ONCE,
      "A step of a consumer's route writes outside the transaction in which the consumer claims."),
  BEAN_ELSEWHERE(
      448,
      AT_ONCE,
      "A data source that is injected into a bean writes outside the transaction in which consumers claim."),
  WORK_UNPREPARED(
      450,
      LATER,
      "The database cannot prepare what a route does; its messages take effect alone, at their second delivery."),
  DATABASE_ENCODING(
      451, AT_ONCE, "The database's encoding lacks signs that messages and exceptions may have."),
  DATABASE_UNFLUSHED(
      452, AT_ONCE, "The database does not write what it has committed to its disk."),
  SCHEMA_ABSENT(
      460, AT_ONCE, "The schema that semel.schema names has no tables of Semel, or is not there."),
  SCHEMA_AMBIGUOUS(
      461,
      AT_ONCE,
      "A session of the data source leads to other tables of Semel than a new session does."),

  RELAY_LEASE_LOST(
      501,
      LATER,
      "A relay's lease on an intent expired, and another relay or a person took the intent over."),
  INTENT_PARKED(502, LATER, "An intent is parked and waits for a person."),
  RELAY_PAUSED(
      503,
      LATER,
      "The relay cannot reach the database, or its proof does not pass; it retries with back-off."),
  RELAY_RESUMED(504, "The relay reaches the database again, or its proof has passed."),
  IDENTITY_MISSING(
      506, LATER, "An intent derives its key from an identity, and the route has none."),
  DESTINATION_UNROUTED(
      507, AT_ONCE, "Intents are recorded for a destination to which no route delivers."),
  BODY_NOT_MARSHALLED(
      508, LATER, "The body of an intent is an object that the route has not converted to bytes."),
  CIRCUIT_OPENED(
      509,
      LATER,
      "Deliveries to a destination failed one after the other, or found a queue full; the relay stops sending to it for a"
          + " while. No attempt is counted."),
  CIRCUIT_CLOSED(510, "A provider answers again after its circuit was open."),
  KEY_LIFE_TOO_SHORT(
      511, AT_ONCE, "An intent could be sent again after its provider has forgotten the key."),
  ORDER_KEY_MISSING(512, LATER, "An intent is ordered by a header that its message lacks."),
  TRANSFER_UNPROVEN(
      513,
      AT_ONCE,
      "The route's send would not join the transaction of its relay; nothing is sent."),
  INTENT_DIFFERS(
      516,
      LATER,
      "An intent was recorded again with other bytes or headers under the same key; the first ones are kept."),
  DELIVERY_GIVEN_UP(
      520,
      LATER,
      "A delivery exceeded its time limit; the relay stopped waiting, and the outcome is unknown."),
  DELIVERIES_HANG(
      521,
      AT_ONCE,
      "Twice as many deliveries hang as the destination's concurrency allows; the relay stops sending until fewer hang."),
  DELIVERIES_RETURNED(
      522, "A hung delivery has returned; the relay sends to its destination again."),
  DESTINATION_PAUSED(
      525,
      AT_ONCE,
      "A provider refuses access (401, 407, or 403, 404, 405 for five intents in a row), or a broker says that a queue"
          + " is forbidden or not there; the relay tries one intent at a time. No attempt is counted."),
  DESTINATION_RESUMED(526, "A provider that refused access accepts intents again."),
  CONTRACT_UNSTATED(
      527,
      LATER,
      "The configuration does not state what a provider does with keys, and no query route exists; one unclear answer"
          + " parks an intent."),
  DELIVERY_FAILED(
      528,
      "A provider has not accepted an intent; it is tried again later. Written at level DEBUG only."),
  INTENT_TOO_LARGE(
      530,
      LATER,
      "The body of an intent exceeds the limit of its destination; nothing is recorded."),
  QUESTIONS_UNANSWERED(
      531,
      LATER,
      "A query route failed repeatedly; intents in doubt wait, and one at a time is asked for. No attempt is counted."),
  QUESTIONS_ANSWERED(
      532, "A provider whose questions had no answer answers again; all in doubt are asked for."),
  SENDING_UNPROVEN(
      533,
      AT_ONCE,
      "A provider route sends over JMS by a connection factory that does not tell what the broker refuses; nothing is sent."),
  REQUEST_WITHHELD(
      534,
      AT_ONCE,
      "A request that delivers an intent would go out by a method that no one chose, or without the key that its provider"
          + " honours; nothing is sent."),

  ROUTE_REFUSED(601, AT_ONCE, "A step of a route would break its transaction."),
  CAMEL_TOO_OLD(
      602, LATER, "This version of Camel has known vulnerabilities in its JMS component."),
  REPOSITORY_MISUSED(603, AT_ONCE, "The configuration of an idempotent consumer could lose keys."),
  STEP_REFUSED(604, AT_ONCE, "A recovery point stands where a route cannot resume."),
  EFFECT_UNNAMED(605, AT_ONCE, "A route names an effect without a name or without an identity."),
  ROUTE_FILE_REFUSED(606, AT_ONCE, "A file in the folder of routes is not a valid route file."),
  ROUTE_FILES_IGNORED(
      607, LATER, "The folder of routes contains files of other types; they are ignored."),
  RECEIPT_REFUSED(
      608,
      AT_ONCE,
      "A classic route receives over JMS outside the transaction in which it claims its keys."),
  INBOX_COMMAND_MISUSED(
      609,
      AT_ONCE,
      "A route uses inbox:step or inbox:effect, which are commands, as a consumer, or without a name."),
  INTENT_NAME_INVALID(
      610,
      AT_ONCE,
      "A route gives an intent an invalid name, or names it where intents are only delivered."),
  REPLY_REFUSED(
      611,
      LATER,
      "A step asks jms: for an answer (InOut), and Semel's component waits for none; nothing is sent."),
  ROUTE_UNANSWERED(
      612, AT_ONCE, "A route that delivers intents may end well without an answer for the effect."),
  CAMEL_MIXED(
      613, AT_ONCE, "The application has parts of Camel of several versions; nothing was started."),

  FORGOTTEN(701, "Retention has deleted rows that exceeded their retention time."),
  RETENTION_PAUSED(
      702,
      LATER,
      "Retention cannot reach the database, or the database refuses it; retention retries with back-off."),
  RETENTION_RESUMED(703, "Retention reaches the database again."),
  GAUGES_PAUSED(
      704,
      LATER,
      "Gauges cannot be read, those of the tables or what brokers and transaction log hold in doubt; they are not shown until they can be."),
  GAUGES_RESUMED(705, "These gauges are read again."),
  TRACES_MISSING(
      706, LATER, "Spans are asked for, and the server gives the application no OpenTelemetry."),
  RETENTION_PENDING(
      707,
      "A shorter retention counts once the longer one before it has passed; nothing is deleted sooner."),

  ACT_UNDONE(801, "An operator's act failed; nothing was changed."),
  PLAN_TURN_LOST(802, "A replay plan was halted or taken over while a node worked on it."),
  PLAN_STOPPED(803, LATER, "A replay plan stopped, because too many of its messages failed."),
  PLAN_DONE(804, "A replay plan has replayed all its messages."),
  PLANS_PAUSED(805, LATER, "Replay plans are paused here, because the database cannot be reached."),
  PLANS_RESUMED(806, "Replay plans continue."),
  INTENTS_SUPPRESSED(
      807,
      "A message was replayed, and intents of its route were not recorded, as its policy says."),
  REQUEST_INVALID(810, "A request to the REST API is malformed; nothing was done."),
  CALLER_UNKNOWN(811, "A request to the REST API names no authenticated user; nothing was done."),
  ROLE_MISSING(812, "The caller of the REST API lacks the role; nothing was done."),
  ORIGIN_REFUSED(
      813,
      "A request that acts came from a foreign page, or without a header that no foreign page can send; nothing was"
          + " done."),
  NOTHING_THERE(814, "What a request to the REST API names is not there."),
  ACT_NOT_POSSIBLE(815, "An act is not possible as things stand; nothing was changed."),
  ACT_FAILED(816, "A message's route failed when the message was released; all of it is undone."),
  RUNS_ELSEWHERE(
      817, "The consumer of a message does not run in this application; act where it does."),
  REQUEST_IN_WORK(
      818,
      "A request with this key is in work, or its server ended before it answered; the audit says whether it acted."),
  KEY_REUSED(819, "Another request was made under this Idempotency-Key; nothing was done."),
  ANSWER_NOT_KEPT(
      820,
      LATER,
      "The answer to an act could not be kept; the act holds, and a repeat under its key is refused."),
  API_FAILED(821, LATER, "The REST API failed unexpectedly; the log has the cause."),
  VIEW_UNREAD(822, "A view could not be read."),
  PAUSED_BY_OPERATOR(
      830,
      LATER,
      "An operator has paused a consumer or a destination on all nodes; what waits for it stays where it waits."),
  RESUMED_BY_OPERATOR(831, "A consumer or a destination that was paused by an operator goes on."),
  PAUSES_UNREAD(
      832,
      LATER,
      "This node cannot read what operators have paused; all stays as it was, and nothing begins that has not begun."),
  PAUSES_READ(833, "This node can read again what operators have paused."),
  AUDIT_SEALED(834, "A day of the audit is sealed; keep the line, it has the digest."),
  NODE_EXAMINED(840, "The doctor has examined a node after its start."),
  CHECK_PASSED(841, "The doctor has looked at something that is as it should be."),
  CHECK_UNSEEN(
      842, LATER, "The doctor cannot see something: a right is missing, or the database is away."),
  CLOCKS_DIFFER(843, LATER, "The clocks of machine and database differ."),
  IN_DOUBT_TOO_LONG(
      844,
      AT_ONCE,
      "Transactions are prepared for longer than a commit takes; no one has decided."),
  SNAPSHOT_TOO_OLD(845, LATER, "An old snapshot keeps the database from cleaning up."),
  SETTING_UNSAFE(846, LATER, "A setting of the database is outside its safe range."),
  RETENTION_SHORT(
      847,
      AT_ONCE,
      "The database forgets identities before their messages can no longer come back."),
  RETENTION_LATE(848, LATER, "Retention has not deleted what exceeded its retention time."),
  AUDIT_ALTERED(849, AT_ONCE, "A sealed day of the audit is not as it was."),
  AUDIT_UNSEALED(850, LATER, "A day of the audit that is over is not sealed."),
  NONE_RECEIVES(851, AT_ONCE, "None of the consumers of a node receives that should."),
  DATABASE_SILENT(852, AT_ONCE, "The database does not answer the doctor of a node.");

  /** The urgency of looking at a line that has the code. */
  public enum Urgency {
    /** No one must: all is well, or the caller gets the answer. */
    NONE,
    /** In working hours: it may end by itself, and other work goes on. */
    LATER,
    /** A person is woken: work stands still until a person acts, or the promise may not hold. */
    AT_ONCE
  }

  private final int number;
  private final Urgency urgency;
  private final String meaning;

  Code(int number, String meaning) {
    this(number, Urgency.NONE, meaning);
  }

  Code(int number, Urgency urgency, String meaning) {
    this.number = number;
    this.urgency = urgency;
    this.meaning = meaning;
  }

  /** As it stands in logs: {@code SEMEL-0101}. */
  public String text() {
    return String.format(Locale.ROOT, "SEMEL-%04d", number);
  }

  /**
   * The urgency with which a person must look. The level of a line in the log is another matter.
   */
  public Urgency urgency() {
    return urgency;
  }

  public String meaning() {
    return meaning;
  }
}
