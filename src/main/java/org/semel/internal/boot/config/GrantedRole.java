// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.rest.call.Role;
import org.semel.internal.rest.call.Scope;

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

  static GrantedRole read(String name, ConfigSection section) {
    if (named(name).isPresent()) {
      section.fault(RoleKeys.GRANTS, "the role " + name + " is Semel's own, and covers everything");
    }
    Set<String> consumers = section.read(RoleKeys.CONSUMERS);
    Set<String> destinations = section.read(RoleKeys.DESTINATIONS);
    if (consumers.isEmpty() && destinations.isEmpty()) {
      section.fault(RoleKeys.CONSUMERS, "name consumers or destinations; the role covers nothing");
    }
    return new GrantedRole(name, roles(section), new Scope.Named(consumers, destinations));
  }

  private static Set<Role> roles(ConfigSection section) {
    Set<String> words = section.read(RoleKeys.GRANTS);
    Set<Role> roles =
        words.stream()
            .map(GrantedRole::named)
            .flatMap(Optional::stream)
            .collect(Collectors.toSet());
    if (roles.isEmpty() || roles.size() < words.size()) {
      section.fault(
          RoleKeys.GRANTS,
          "must be some of "
              + Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", ")));
    }
    return roles;
  }

  private static Optional<Role> named(String word) {
    return Arrays.stream(Role.values()).filter(role -> role.word().equals(word)).findFirst();
  }
}
