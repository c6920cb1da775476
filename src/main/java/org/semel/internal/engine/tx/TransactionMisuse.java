// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Work that did to its transaction, or to its thread, what only their owner may. It would do so
 * again, and whatever else failed is a consequence of it.
 */
public abstract sealed class TransactionMisuse extends SemelException implements Cause.Classified
    permits TransactionEnded, ThreadInterrupted {

  @Serial private static final long serialVersionUID = 1L;

  TransactionMisuse(Code code, String message) {
    super(code, message);
  }
}
