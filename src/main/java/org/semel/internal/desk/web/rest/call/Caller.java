// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.semel.internal.desk.web.rest.call.Scope.Everything;
import org.semel.operations.PauseActs.Target;

/**
 * The caller, as the server has authenticated them.
 *
 * @param name under which the audit knows them
 * @param held the roles that the server gives them, and what each covers
 */
public record Caller(String name, Map<Role, Scope> held) {

  public Caller {
    held = Map.copyOf(held);
  }

  /** A caller that has these roles for everything. */
  public static Caller of(String name, Set<Role> roles) {
    return new Caller(
        name, roles.stream().collect(Collectors.toMap(role -> role, role -> new Everything())));
  }

  /** Whether they may do that everywhere. */
  public boolean may(Role role) {
    return role.isIn(whose(scope -> scope instanceof Everything));
  }

  /** Whether they may do that to {@code target} and to what belongs to it. */
  public boolean may(Role role, Target target) {
    return role.isIn(whose(scope -> scope.covers(target)));
  }

  /** Whether they may do that to anything. */
  public boolean maySomewhere(Role role) {
    return role.isIn(held.keySet());
  }

  private Set<Role> whose(Predicate<Scope> covered) {
    return held.entrySet().stream()
        .filter(each -> covered.test(each.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
