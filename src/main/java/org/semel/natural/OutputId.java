// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.UUID;
import org.semel.message.Digest;
import org.semel.message.Identity;

/**
 * The id of something that a message creates: the same at every delivery of the message, and
 * different from every other. As a primary key it turns an insert into an upsert; as the key of a
 * message that is sent on it lets the receiver recognise duplicates.
 */
public final class OutputId {

  private static final String NAMESPACE = "org.semel.natural.OutputId";

  private OutputId() {}

  /**
   * The id of the output {@code name} of the message {@code cause}: a version 8 UUID (RFC 9562,
   * section 5.8), made like version 5 (section 5.5) from a namespace and a name, but with SHA-256
   * in place of SHA-1. Stable across versions of Semel; with 122 bits a collision is not to be
   * expected.
   *
   * @param cause the identity of the message; in a route it is the exchange's property {@code
   *     SemelIdentity}
   * @param name distinguishes several outputs of one message, such as {@code invoice} or {@code
   *     line-3}; derived from the message alone, never from a clock, a counter or a random source
   */
  public static UUID of(Identity cause, String name) {
    return Digest.uuid(NAMESPACE, cause.consumer(), cause.key(), name);
  }
}
