// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

/** A caller needs a role for what the call is about. */
final class Permission {

  final Role role;
  final ScopeRule rule;

  private Permission(Role role, ScopeRule rule) {
    this.role = role;
    this.rule = rule;
  }

  /** For a caller that has {@code role} for everything. */
  static Permission of(Role role) {
    return new Permission(role, ScopeRule.EVERYTHING);
  }

  Permission within(ScopeRule other) {
    return new Permission(role, other);
  }
}
