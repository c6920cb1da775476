// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.intents;

import java.util.UUID;
import org.semel.internal.engine.send.ProviderReference;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.RowVersion;

/**
 * An operator's acts on an intent. Each act joins the caller's transaction and requires one, so
 * that the caller can record in the same transaction who did it and why; none of that is kept here.
 * Each act locks the row until the transaction ends, and waits for a relay's short transaction that
 * holds it now.
 *
 * <p>No act changes an intent under a running lease: the provider may be receiving it at this
 * moment. A lease that ran out does not count; its late holder can no longer settle.
 *
 * <p>Where a version is named, an intent that has changed since is left as it is: the statement
 * that acts compares it.
 */
public interface Interventions {

  /** The same, as it is now. */
  default Intervention withdraw(UUID key) {
    return withdraw(key, RowVersion.LATEST);
  }

  /** The same, as it is now. */
  default Intervention retry(UUID key) {
    return retry(key, RowVersion.LATEST);
  }

  /** The same, as it is now. */
  default Intervention delivered(UUID key, ProviderReference reference) {
    return delivered(key, reference, RowVersion.LATEST);
  }

  /** Never sends it again. Does not undo what was sent before. */
  Intervention withdraw(UUID key, RowVersion seen);

  /**
   * Makes it due now. A parked intent starts its attempts again, and is sent whatever became of
   * earlier ones: the operator vouches that it did not take effect, or may do so twice.
   */
  Intervention retry(UUID key, RowVersion seen);

  /**
   * Records that it took effect, as the operator knows from elsewhere; nothing is sent.
   *
   * @param reference what the provider calls the effect
   */
  Intervention delivered(UUID key, ProviderReference reference, RowVersion seen);
}
