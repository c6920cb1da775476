// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Optional;
import org.semel.internal.engine.send.ProviderReference;

/** A provider's knowledge of an intent whose outcome is unknown here. */
public sealed interface InquiryResult {

  /**
   * It took effect.
   *
   * @param reference what the provider calls the effect, if it said so
   */
  record Confirmed(Optional<ProviderReference> reference) implements InquiryResult {}

  /** The provider has never seen the key, and no request under it is still under way there. */
  record NotKnown() implements InquiryResult {}

  /**
   * Neither is certain.
   *
   * @param why for the operator, without payload
   */
  record CannotSay(String why) implements InquiryResult {}

  /**
   * The question could not be put, which says nothing of provider or intent: the query route does
   * not run, say.
   *
   * @param why for the operator, without payload
   */
  record NotAsked(String why) implements InquiryResult {}
}
