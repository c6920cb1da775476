// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;

/**
 * The worth, here, of the roles that the server gives a user.
 *
 * @param granted roles of the application
 */
public record CallerRoles(List<GrantedRole> granted) {

  public CallerRoles {
    granted = List.copyOf(granted);
  }

  /**
   * The caller of this name.
   *
   * @param isIn whether the server gives them a role
   */
  Caller caller(String name, Predicate<String> isIn) {
    Map<Role, Scope> held = new EnumMap<>(Role.class);
    for (GrantedRole each : granted) {
      if (isIn.test(each.name())) {
        each.roles().forEach(role -> held.merge(role, each.scope(), Scope::and));
      }
    }
    for (Role role : Role.values()) {
      if (isIn.test(role.word())) {
        held.put(role, new Scope.Everything());
      }
    }
    return new Caller(name, held);
  }
}
