// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.classic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.semel.message.Identity;

/**
 * As whom this server has claimed keys whose exchanges have not ended yet: for those exchanges that
 * end what another has begun and are no copies of it, as with {@code enrich}. Of more than {@link
 * #MOST} the oldest are forgotten; their exchanges know them still.
 *
 * <p>Safe for any thread.
 */
final class PendingClaims {

  /** Claims whose exchanges end without a word (removeOnFailure=false) stay until then. */
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

  /** Taken back, or claimed for good; of this owner, as by now another one may have claimed. */
  void end(Identity identity, UUID owner) {
    owners.remove(identity.digest(), owner);
  }

  Optional<UUID> owner(Identity identity) {
    return Optional.ofNullable(owners.get(identity.digest()));
  }
}
