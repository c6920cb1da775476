// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

import org.semel.message.Identity;

/** What routes say of the effects they make, so that a person finds them from the identity. */
@FunctionalInterface
public interface EffectNames {

  int LONGEST_NAME = 500;

  /**
   * Writes down, in the caller's transaction, that {@code identity} has made an effect.
   *
   * @param name as people know it, such as {@code reservation 17}; 1 to {@value #LONGEST_NAME}
   *     characters
   */
  void name(Identity identity, String name);
}
