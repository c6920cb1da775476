// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.operate;

import java.util.UUID;
import org.semel.internal.intent.ProviderReference;
import org.semel.operations.IntentActs.Intervention;

/**
 * What a person may do to an intent. Each act joins the caller's transaction and demands one, so
 * that whoever calls can write down in the same transaction who did it and why; nothing of that is
 * kept here. Each holds the row until the transaction ends, and waits for a relay's short
 * transaction that holds it now.
 *
 * <p>No act reaches into a running lease: what a relay has in hand may be with the provider at this
 * moment. A lease that ran out does not count; its late holder can settle nothing any more.
 */
public interface Interventions {

  /** It shall not take effect: never sent again. Takes back nothing that was sent before. */
  Intervention withdraw(UUID key);

  /**
   * Due now. One that was parked begins its attempts anew, and is sent whatever became of earlier
   * ones: the person vouches that it did not take effect, or may do so twice.
   */
  Intervention retry(UUID key);

  /**
   * It took effect, as the person knows from elsewhere; nothing is sent.
   *
   * @param reference what the provider calls the effect
   */
  Intervention delivered(UUID key, ProviderReference reference);
}
