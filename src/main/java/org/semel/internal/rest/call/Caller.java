// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.call;

import java.util.Set;

/**
 * Who calls, as the server has authenticated them.
 *
 * @param name under which the audit knows them
 * @param roles that the server gives them
 */
public record Caller(String name, Set<Role> roles) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  public boolean may(Role role) {
    return role.isIn(roles);
  }
}
