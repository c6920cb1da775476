// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Optional;
import org.semel.operations.AuditEntry.Act;

/**
 * Selects entries of the audit; all conditions must hold. Begins with {@link #ALL}.
 *
 * @param who the name of who acted, whole
 * @param act never {@link Act#UNKNOWN}
 * @param subject occurs literally in what was acted on, such as {@code parked 17}; upper and lower
 *     case count
 * @param done when
 */
public record AuditFilter(
    Optional<String> who, Optional<Act> act, Optional<String> subject, ParkedFilter.Period done) {

  /** All entries. */
  public static final AuditFilter ALL =
      new AuditFilter(
          Optional.empty(), Optional.empty(), Optional.empty(), ParkedFilter.Period.EVER);

  /**
   * A filter.
   *
   * @throws IllegalArgumentException if {@code act} is unknown: entries of it have any name
   */
  public AuditFilter {
    if (act.equals(Optional.of(Act.UNKNOWN))) {
      throw new IllegalArgumentException("UNKNOWN is no act; leave the act out for any");
    }
  }
}
