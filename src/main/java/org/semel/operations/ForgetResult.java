// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;

/** The result of forgetting an identity. */
public sealed interface ForgetResult {

  /** It is forgotten; the next delivery takes effect. */
  record Forgotten() implements ForgetResult {}

  /** It was not remembered, perhaps as another operator was first. */
  record Unknown() implements ForgetResult {}

  /** A parked message holds the claim; release or withdraw it instead. */
  record Parked(long id) implements ForgetResult {}

  /** Its message has not taken effect yet; first let it. */
  record Waiting(Underway where) implements ForgetResult {}

  /** Its external effects may still happen; withdraw or settle them first. */
  record IntentsOpen(List<IntentRecord> intents) implements ForgetResult {}
}
