// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;

class CallerRolesTest {

  private static final Scope ORDERS = new Scope.Named(Set.of("orders"), Set.of("mail"));
  private static final Scope SHIPPING = new Scope.Named(Set.of("shipping"), Set.of());

  private final CallerRoles roles =
      new CallerRoles(
          List.of(
              new GrantedRole("orders-team", Set.of(Role.OPERATOR, Role.PAYLOAD), ORDERS),
              new GrantedRole("shipping-team", Set.of(Role.OPERATOR), SHIPPING)));

  private Map<Role, Scope> of(String... served) {
    return roles.caller("ann", Set.of(served)::contains).held();
  }

  @Test
  void aRoleOfTheApplicationGivesItsRolesForItsScope() {
    assertThat(of("orders-team")).isEqualTo(Map.of(Role.OPERATOR, ORDERS, Role.PAYLOAD, ORDERS));
    assertThat(of("some-role", "none")).isEmpty();
  }

  @Test
  void whoIsInTwoTeamsHasTheScopesOfBoth() {
    assertThat(of("orders-team", "shipping-team"))
        .isEqualTo(Map.of(Role.OPERATOR, ORDERS.and(SHIPPING), Role.PAYLOAD, ORDERS));
  }

  @Test
  void aRoleThatTheServerGivesItselfCoversEverything() {
    assertThat(of("orders-team", "semel-operator"))
        .isEqualTo(Map.of(Role.OPERATOR, new Scope.Everything(), Role.PAYLOAD, ORDERS));
  }
}
