// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.math.BigDecimal;

/** Numbers as people write them: {@code 3}, and neither {@code 3.0} nor {@code 3E0}. */
final class Decimal {

  private Decimal() {}

  static String of(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
