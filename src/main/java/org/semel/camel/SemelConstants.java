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
   * Exchange property: how the message came, in one word. {@code delivery}: its queue delivered it.
   * {@code release}: a person released it, and it takes effect for the first time. {@code replay}:
   * a person handed it in again; it took effect before. {@code stored}: it comes from where it was
   * stored first. Semel sets it and never reads it.
   */
  public static final String OCCASION = "SemelOccasion";

  /**
   * Header of a message in a route that delivers or queries: the key of the intent, a UUID as text,
   * the same at every attempt. Over JMS it goes out as the property {@code IdempotencyKey}.
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
