// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.semel.internal.engine.receive.identity.MintTime;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Origin;

/** The row identities of a claim in {@code semel_window}. */
public final class WindowIdentities {

  private static final Message UNKNOWN =
      new Message(Headers.none(), Body.none(), new Origin("", "", 1));

  private WindowIdentities() {}

  /** With the time first, so that rows which are written together lie together in the index. */
  public static UUID of(UUID digest, Instant minted) {
    long high = minted.toEpochMilli() << 16 | (digest.getMostSignificantBits() & 0xFFFF);
    return new UUID(high, digest.getLeastSignificantBits());
  }

  /**
   * All identities in windows under which {@code message} can have been claimed, whatever the
   * consumer's policy said then.
   */
  public static List<UUID> of(Identity identity, Message message) {
    UUID digest = identity.digest();
    return Stream.of(MintTime.values())
        .flatMap(time -> time.of(message, identity.key()).stream())
        .map(minted -> of(digest, minted))
        .distinct()
        .toList();
  }

  /**
   * The identities in windows that follow from the key; a time that only the message carries is not
   * known.
   */
  public static List<UUID> of(Identity identity) {
    return of(identity, UNKNOWN);
  }
}
