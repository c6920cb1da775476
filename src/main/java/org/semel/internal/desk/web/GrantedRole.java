// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import java.util.Set;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;

/**
 * A role of the application that gives its users roles of Semel for a part of the consumers and
 * destinations.
 *
 * @param name as the server knows it
 * @param roles what its users may do
 * @param scope to what
 */
public record GrantedRole(String name, Set<Role> roles, Scope scope) {

  public GrantedRole {
    roles = Set.copyOf(roles);
  }
}
