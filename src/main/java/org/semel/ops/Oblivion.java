// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;

/** The result of forgetting an identity. */
public sealed interface Oblivion {

  /** It is forgotten; the next delivery takes effect. */
  record Forgotten() implements Oblivion {}

  /** It was not remembered, perhaps as another operator was first. */
  record Unknown() implements Oblivion {}

  /** A parked message holds the claim; release or withdraw it instead. */
  record Parked(long id) implements Oblivion {}

  /** Its message has not taken effect yet; first let it. */
  record Waiting(Underway where) implements Oblivion {}

  /** Its external effects may still happen; withdraw or settle them first. */
  record IntentsOpen(List<IntentRecord> intents) implements Oblivion {}
}
