// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.List;

/** Records intents. All acts join the caller's transaction. */
public interface IntentStore {

  /** Writes these intents together; none of them may be there already. */
  void insert(List<Intent> intents);

  /**
   * Writes those of {@code intents} that are not there; those that are stay as they are.
   *
   * @return those that are there with other bytes, or other {@link EffectHeaders}
   */
  List<Intent> insertUnlessThere(List<Intent> intents);

  /** Those of {@code intents} that are there with other bytes, or other {@link EffectHeaders}. */
  List<Intent> differing(List<Intent> intents);
}
