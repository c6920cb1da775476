// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

/**
 * A value that a request gives: in its path, in the query of a view, in the JSON of an act.
 *
 * @param required whether a request must give it; one in a path always does
 * @param meaning a sentence for the description of the API
 */
public record Parameter(String name, Type type, boolean required, String meaning) {

  /** The form of a value. */
  public enum Type {
    /** Characters that a database can keep and that do not mislead a reader. */
    TEXT,
    /**
     * Characters that the key of a message can have, as a producer may have sent them: they are
     * compared, and may mislead a reader.
     */
    SOUGHT,
    /**
     * All characters that a database can keep, as a broker or a provider may have said them: they
     * are compared, and may mislead a reader and his terminal.
     */
    FOREIGN,
    /** A whole number, 0 or more. */
    NUMBER,
    /** {@code true} or {@code false}. */
    TRUTH,
    /** An instant, as ISO 8601 has it, in UTC. */
    TIME,
    /** The key of an intent, or a digest. */
    UUID
  }

  public static final Parameter WHY =
      required("why", Type.TEXT, "The reason, for the audit; 1 to 2000 characters.");
  public static final Parameter VERSION =
      optional(
          "version",
          Type.NUMBER,
          "Of what the operator has looked at, as GET shows it: nothing is done if it has changed since. Whatever is"
              + " there now, unless told.");
  public static final Parameter LIMIT =
      optional("limit", Type.NUMBER, "At most so many; 1 to 500, 50 unless told.");
  public static final Parameter FORMAT =
      optional(
          "format",
          Type.TEXT,
          "csv: up to 10000 rows as text/csv, behind 'after' or 'before'; JSON unless told.");
  public static final Parameter AFTER =
      optional("after", Type.NUMBER, "Only those behind this number; from the link next.");
  public static final Parameter BEFORE =
      optional("before", Type.NUMBER, "Only those before this number; from the link next.");
  public static final Parameter CONSUMER = required("consumer", Type.TEXT, "The consumer's name.");
  public static final Parameter KEY =
      required("key", Type.SOUGHT, "The key of the identity, or of the aggregate.");
  public static final Parameter SINCE =
      optional(
          "since", Type.TIME, "Parked then or later; of kept messages: kept; of the audit: done.");
  public static final Parameter UNTIL =
      optional(
          "until", Type.TIME, "Parked before then; of kept messages: kept; of the audit: done.");
  public static final Parameter REASON = optional("reason", Type.TEXT, "Parked for this reason.");
  public static final Parameter GROUP =
      optional(
          "group",
          Type.FOREIGN,
          "Of this failure group, whole, as GET /failure-groups or /intent-groups names it.");
  public static final Parameter KEYS =
      optional(
          "keys",
          Type.SOUGHT,
          "Of identities with these keys, one a line; of intents their cause's.");
  public static final Parameter MESSAGE_ID =
      optional("messageId", Type.FOREIGN, "Only the message with this JMSMessageID.");
  public static final Parameter TEXT =
      optional(
          "text",
          Type.FOREIGN,
          "Occurs literally in the failure. Needs semel-payload, as a failure may quote payload.");

  public static Parameter required(String name, Type type, String meaning) {
    return new Parameter(name, type, true, meaning);
  }

  public static Parameter optional(String name, Type type, String meaning) {
    return new Parameter(name, type, false, meaning);
  }
}
