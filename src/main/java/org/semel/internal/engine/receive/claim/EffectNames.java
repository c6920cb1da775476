// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import org.semel.message.Identity;

/** The names that routes give their effects, so that an operator finds them by the identity. */
@FunctionalInterface
public interface EffectNames {

  int LONGEST_NAME = 500;

  /**
   * Records, in the caller's transaction, an effect of {@code identity}.
   *
   * @param name as people know it, such as {@code reservation 17}; 1 to {@value #LONGEST_NAME}
   *     characters
   */
  void name(Identity identity, String name);
}
