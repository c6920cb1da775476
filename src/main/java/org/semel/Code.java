// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The number of every line that an operator may meet in a log or an exception: 1xx policy and
 * start, 2xx transactions, 3xx receiving, 4xx start-up proof, 5xx relay, 6xx routes, 7xx retention,
 * 8xx operators. Numbers are never given twice.
 */
public enum Code {
  POLICY_INVALID(101, "Keys of the configuration have values that cannot be."),
  STARTED(102, "Semel is up; each consumer says for itself when it has proven its transactions."),
  STOPPED(103, "Semel is down; work in hand has been finished or given back."),
  RESOURCE_NOT_FOUND(104, "A JNDI name is not bound, though we waited for it."),
  START_REFUSED(
      105,
      "Something in the configuration or the routes would break the promise; nothing was started."),
  THREAD_REFUSED(
      106, "The server refused a thread to what was starting; what had begun has ended."),
  TOPIC_REFUSED(
      120, "A consumer's queue is a topic; it must be the queue of a durable subscription."),

  NO_TRANSACTION(201, "A step that must be part of a transaction was reached outside one."),
  TRANSACTION_TIMED_OUT(202, "The work took longer than its transaction may last."),
  MARKED_ROLLBACK_ONLY(
      203, "Something in the route bound the transaction to roll back without throwing."),
  COMMIT_FAILED(204, "A transaction could not be committed; all of it is undone."),
  OUTCOME_IN_DOUBT(
      205,
      "The branches of a transaction disagree or cannot say; look at the transaction manager's"
          + " log."),
  PROPAGATION_REFUSED(206, "The route's propagation forbids, or misses, the caller's transaction."),
  STORE_FAILED(
      207, "The database refused a statement or could not be reached; the transaction rolls back."),
  TRANSACTION_ENDED(
      208, "A route ended or replaced the transaction that it runs in, which is not its own."),
  THREAD_INTERRUPTED(209, "A route left its thread interrupted."),

  HANDLING_FAILED(301, "A route failed for a message; the message comes again or is parked."),
  RIVAL_IN_FLIGHT(
      302, "Another transaction holds an identity; the message goes back and comes again."),
  PARKED(303, "A message waits for a person in the table of parked messages."),
  PAUSED(
      304,
      "Broker, database or another system that messages need is away or overloaded; the consumer waits and tries again. No"
          + " attempt is counted."),
  RESUMED(305, "What was away is back; the consumer receives again."),
  CONSUMER_STARTED(306, "A consumer receives."),
  CONSUMER_STOPPED(307, "A consumer has stopped."),
  BATCH_FAILED(
      308,
      "A transaction over several messages failed, or was in another's way; they come again in smaller company."),
  BROKER_FAILED(309, "The broker refused an act or could not be reached."),
  LEASE_LOST(
      310,
      "A stored message was taken over by another worker, as its lease had run out; the late one is"
          + " rolled back."),
  SEND_REFUSED(
      311,
      "A message chose an endpoint or a route that leaves its transaction; nothing was sent"
          + " there."),

  CONSUMER_REFUSED(
      401, "The start-up proof found what would break the promise; the consumer does not start."),
  DATABASE_BRANCH_MISSING(402, "The data source does not take part in the transaction."),
  BROKER_BRANCH_MISSING(403, "The connection factory does not take part in the transaction."),
  BRANCHES_UNPROVEN(404, "The proof's transaction ended before both branches were prepared."),
  PREPARED_TRANSACTIONS_TOO_FEW(405, "PostgreSQL allows too few prepared transactions."),
  NODE_IDENTIFIER_DEFAULT(406, "The transaction manager runs under its default node identifier."),
  DEAD_LETTER_ADDRESS_MISSING(
      407, "The broker would throw a message away after its last delivery."),
  DATABASE_READ_ONLY(408, "The database is a replica or read-only."),
  ISOLATION_TOO_HIGH(409, "The isolation level turns a race of duplicates into an error."),
  SCHEMA_VERSION_WRONG(410, "The tables are missing or of another version."),
  DELIVERIES_TOO_FEW(411, "The broker gives up before the policy's limit parks a message."),
  PROOF_WAITS(412, "The proof cannot be made yet, as broker or database is away."),
  DEAD_LETTER_ADDRESS_UNSEEN(
      413, "Nobody here can tell whether the broker has a dead-letter address."),
  DRIVER_MISLEADS(414, "The database's driver tells the transaction manager what is not so."),
  RIGHTS_MISSING(415, "The role of run time lacks a right on Semel's tables."),
  LOGIN_REFUSED(
      420,
      "The broker does not know the consumer's user, or denies it a right; the consumer tries again, slowly."),
  SELECTOR_INVALID(421, "The broker does not understand a consumer's selector."),
  REGISTERED_OTHERWISE(
      430, "A consumer's name stands for another application, queue or memory in the database."),
  ROWS_LEFT_BEHIND(
      431, "Messages wait in the database that the consumer's policy does not work off."),
  DESTINATION_REGISTERED_OTHERWISE(
      432, "Another application delivers what is recorded for a destination."),
  REGISTRATION_FAILED(
      433, "The database does not take the registration of a name; nothing was changed."),
  POOL_TOO_SMALL(
      440,
      "The data source has too few connections for a message that is handled alone beside the workers that wait."),
  POOL_TIGHT(
      441, "The data source has fewer connections than all may want at once; work will wait."),
  UNIT_ELSEWHERE(
      442, "A persistence unit does not write in the transaction in which consumers claim."),

  RELAY_LEASE_LOST(501, "An intent was settled by another relay, as our lease had run out."),
  INTENT_PARKED(502, "An intent waits for a person."),
  RELAY_PAUSED(503, "The relay cannot reach the database; it waits and tries again."),
  RELAY_RESUMED(504, "The relay reaches the database again."),
  IDENTITY_MISSING(
      506, "An intent needs an identity to derive its key from, and the route has none."),
  DESTINATION_UNROUTED(507, "Intents are recorded for a destination that no route delivers."),
  BODY_NOT_MARSHALLED(508, "The body of an intent is an object that nobody has turned into bytes."),
  CIRCUIT_OPENED(
      509,
      "A provider failed again and again; nothing is sent to it for a while, no attempt counted."),
  CIRCUIT_CLOSED(510, "A provider that was left in peace answers again."),
  KEY_LIFE_TOO_SHORT(
      511, "Intents may be sent again after their provider has forgotten their keys."),
  ORDER_KEY_MISSING(512, "An intent goes in the order of a header that the message does not have."),
  TRANSFER_UNPROVEN(
      513, "What a route sends would not be part of its relay's transaction; nothing is sent."),
  INTENT_DIFFERS(516, "An intent came again with other bytes under its key; the first ones count."),
  DELIVERY_GIVEN_UP(
      520,
      "A delivery took longer than it may; it is waited for no more, and its outcome unknown."),
  DELIVERIES_HANG(
      521,
      "Twice as many deliveries hang as a destination may have in flight; nothing is sent until fewer do."),
  DELIVERIES_RETURNED(
      522, "A delivery that hung has come back; the relay sends to its destination again."),
  DESTINATION_PAUSED(
      525,
      "A provider lets nobody in (401, 407, or 403, 404, 405 for five intents in a row); only one intent at a time is tried, no"
          + " attempt counted."),
  DESTINATION_RESUMED(526, "A provider that let nobody in takes intents again."),
  CONTRACT_UNSTATED(
      527,
      "Nobody has said what a provider does with keys, and it cannot be asked; one unclear answer parks an intent."),
  INTENT_TOO_LARGE(
      530, "The body of an intent is larger than its destination allows; nothing is recorded."),

  ROUTE_REFUSED(601, "A step of a route would break its transaction."),
  CAMEL_TOO_OLD(602, "This Camel has known holes in its JMS component."),
  REPOSITORY_MISUSED(603, "The idempotent consumer is set up so that keys could be lost."),
  STEP_REFUSED(604, "A recovery point stands where a route cannot be taken up again."),
  EFFECT_UNNAMED(605, "A route names an effect, and there is no name or no identity."),
  ROUTE_FILE_REFUSED(606, "A file in the folder of routes cannot be read as routes."),
  ROUTE_FILES_IGNORED(607, "Files lie in the folder of routes of which no routes are read."),
  RECEIPT_REFUSED(
      608, "A classic route receives over JMS beside the transaction in which it claims its keys."),
  INBOX_COMMAND_MISUSED(
      609,
      "A route takes inbox:step or inbox:effect, which are commands, for a consumer, or names nothing by it."),
  INTENT_NAME_INVALID(
      610, "A route gives an intent a name that is none, or where it is only delivered."),

  FORGOTTEN(701, "Retention has deleted rows that outlived the time for which they are kept."),
  RETENTION_PAUSED(
      702, "Retention cannot reach the database, or is refused; it waits and tries again."),
  RETENTION_RESUMED(703, "Retention reaches the database again."),

  ACT_UNDONE(801, "An operator's act could not be carried out; nothing was changed."),
  PLAN_TURN_LOST(802, "A replay plan was halted or taken over while a node worked on it."),
  PLAN_STOPPED(803, "A replay plan stopped by itself, as too many of its messages failed."),
  PLAN_DONE(804, "A replay plan has handed in all its messages."),
  PLANS_PAUSED(805, "Nobody works on replay plans here, as the database cannot be had."),
  PLANS_RESUMED(806, "Replay plans are worked on again.");

  private static final int MOST_CAUSES = 20;

  private final int number;
  private final String meaning;

  Code(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /** As it stands in logs: {@code SEMEL-0101}. */
  public String text() {
    return String.format(Locale.ROOT, "SEMEL-%04d", number);
  }

  public String meaning() {
    return meaning;
  }

  /** Whether {@code failure}, or anything that caused it, says so. */
  public boolean isIn(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(each -> each instanceof SemelException ours && ours.code() == this);
  }
}
