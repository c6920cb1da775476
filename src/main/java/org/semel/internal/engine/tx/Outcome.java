// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

/** The end of a transaction, for those who act afterwards. */
public enum Outcome {
  /** It has committed. */
  COMMITTED,
  /** It was rolled back, or no one knows; what belongs to it must come again. */
  UNDONE
}
