// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Optional;
import org.semel.message.Identity;

/**
 * One line of the audit.
 *
 * @param by who, and why
 * @param act what
 * @param subject to what
 * @param outcome what it came to; may name a failure's class, never quotes payload
 */
public record AuditEntry(OperatorContext by, Act act, Subject subject, String outcome) {

  /**
   * What an act was done to.
   *
   * @param name such as {@code parked 17}
   * @param identity whose it is; empty if it has none, or is about many
   */
  public record Subject(String name, Optional<Identity> identity) {}
}
