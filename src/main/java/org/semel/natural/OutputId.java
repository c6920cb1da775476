// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.UUID;
import org.semel.message.Digest;
import org.semel.message.Identity;

/**
 * The id of something that a message brings forth: the same for every delivery of the same message,
 * and different for everything else. With it as primary key an insert becomes an upsert, and a
 * message that is sent on can be recognised by whoever receives it.
 */
public final class OutputId {

  private static final String NAMESPACE = "org.semel.natural.OutputId";

  private OutputId() {}

  /**
   * The id of the output {@code name} of the message {@code cause}: a version 8 UUID (RFC 9562,
   * section 5.8), made like one of version 5 (section 5.5), of a name in a namespace, but with
   * SHA-256 in place of SHA-1. Stable across versions of Semel; 122 bits, so that two equal ones by
   * accident are not to be expected.
   *
   * @param cause the identity of the message; in a route it is the exchange's property {@code
   *     SemelIdentity}
   * @param name tells several outputs of one message apart, such as {@code invoice} or {@code
   *     line-3}; derived from the message alone, never from a clock, a counter or a random source
   */
  public static UUID of(Identity cause, String name) {
    return Digest.uuid(NAMESPACE, cause.consumer(), cause.key(), name);
  }
}
