// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

import java.time.Instant;

/** The answer whether a request may act under its key. */
public sealed interface Admission {

  /** It is the first, and the key is its own now. */
  record Admitted() implements Admission {}

  /** The same request was answered before. */
  record Repeated(int status, String answer) implements Admission {}

  /**
   * The same request was admitted, and has not been answered: it is in work, or its server ended.
   *
   * @param since by the database's clock
   */
  record Unanswered(Instant since) implements Admission {}

  /** Another request has taken the key. */
  record Mismatch() implements Admission {}
}
