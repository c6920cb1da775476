// SPDX-License-Identifier: Apache-2.0
package org.semel.camel;

/** Names of the exchange properties and message headers that routes read and set. */
public final class SemelConstants {

  /**
   * Exchange property: the {@link org.semel.message.Identity} of the current message. Semel sets it
   * for the beans of a route and never reads it.
   */
  public static final String IDENTITY = "SemelIdentity";

  /**
   * Exchange property: how the message came, in one word; {@code replay} for a message that took
   * effect before.
   */
  public static final String OCCASION = "SemelOccasion";

  /**
   * Header of a message in a route that delivers or queries: the key of the intent, the same at
   * every attempt.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header</a>
   */
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /**
   * Header that a query route sets: {@code accepted}, {@code not-known} or {@code cannot-say}.
   * Without it, the HTTP status counts.
   */
  public static final String FINDING = "SemelFinding";

  private SemelConstants() {}
}
