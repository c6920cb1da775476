// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.classic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.semel.message.Identity;

/**
 * The owners of claims whose exchanges have not ended yet: for an exchange that confirms or removes
 * what another one claimed without being its copy, as with {@code enrich}. Above {@link #MOST} the
 * oldest are dropped; their own exchanges still know them.
 *
 * <p>Safe for any thread.
 */
final class PendingClaims {

  /** Claims that are neither confirmed nor removed (removeOnFailure=false) stay until then. */
  private static final int MOST = 10_000;

  private final Map<UUID, UUID> owners =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, UUID> eldest) {
              return size() > MOST;
            }
          });

  void begin(Identity identity, UUID owner) {
    owners.put(identity.digest(), owner);
  }

  /** Removed or confirmed; only for this owner, as another one may have claimed the key since. */
  void end(Identity identity, UUID owner) {
    owners.remove(identity.digest(), owner);
  }

  Optional<UUID> owner(Identity identity) {
    return Optional.ofNullable(owners.get(identity.digest()));
  }
}
