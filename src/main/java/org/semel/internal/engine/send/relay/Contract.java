// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.Set;
import org.semel.internal.engine.send.Lease.SentFrom;

/**
 * The promise of a provider about keys, and the way in which it speaks of its effects. Whether it
 * can be asked is said by the routes: see {@link Inquiries}.
 *
 * @param keys whether it applies two requests under one key once
 * @param keyLife how long it remembers a key, from the first request on
 * @param reference header of the provider route's end in which the effect's reference stands
 * @param notDone HTTP statuses that say that nothing was done, and may be the next time
 */
public record Contract(Keys keys, Duration keyLife, String reference, Set<Integer> notDone) {

  /**
   * What is said of a request that was not looked at. 408 and 503 are not among them: gateways say
   * so after the provider had the request, too. Nor is 409, which is a conflict with one under the
   * same key, or with what is there.
   */
  public static final Set<Integer> NOT_DONE = Set.of(425, 429);

  /** As most providers speak. */
  public Contract(Keys keys, Duration keyLife, String reference) {
    this(keys, keyLife, reference, NOT_DONE);
  }

  /** The provider's treatment of an idempotency key. */
  public enum Keys {
    /** Two requests under one key take effect once. */
    HONOURED,
    /** It does nothing with it, or that is not known. */
    IGNORED
  }

  /**
   * From when on a leased intent may have been sent. Who honours keys may get one twice: no
   * transaction is spent before each delivery. Otherwise it decides whether a person must look.
   */
  public SentFrom sentFrom() {
    return keys == Keys.HONOURED ? SentFrom.LEASE : SentFrom.MARK;
  }

  /** Whether an intent that may have arrived already may be sent again. */
  boolean permitsRepetition(Duration keyAge) {
    return keys == Keys.HONOURED && keyAge.compareTo(keyLife) < 0;
  }
}
