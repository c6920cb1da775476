// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.operations.PauseActs.Target;

class ScopeTest {

  @ParameterizedTest
  @CsvSource({
    "orders, orders, true",
    "orders, orders2, false",
    "orders, Orders, false",
    "orders*, orders, true",
    "orders*, orders.eu, true",
    "orders*, order, false",
    "o.ders, orders, false",
    "*, orders, true",
  })
  void aNameStandsForItselfAndOneThatEndsInAStarForAllThatBeginSo(
      String name, String found, boolean covered) {
    Scope consumers = new Scope.Named(Set.of(name), Set.of());
    assertThat(consumers.covers(Target.consumer(found))).isEqualTo(covered);
    assertThat(consumers.covers(Target.destination(found))).isFalse();
    Scope destinations = new Scope.Named(Set.of(), Set.of(name));
    assertThat(destinations.covers(Target.destination(found))).isEqualTo(covered);
    assertThat(destinations.covers(Target.consumer(found))).isFalse();
  }

  @Test
  void twoScopesTogetherCoverWhatEitherCovers() {
    Scope some = new Scope.Named(Set.of("a"), Set.of("m"));
    Scope others = new Scope.Named(Set.of("b"), Set.of());
    assertThat(some.and(others)).isEqualTo(new Scope.Named(Set.of("a", "b"), Set.of("m")));
    Scope all = new Scope.Everything();
    assertThat(some.and(all)).isEqualTo(all);
    assertThat(all.and(some)).isEqualTo(all);
  }

  @Test
  void aRoleImpliesOthersForItsScopeOnly() {
    Caller caller =
        new Caller(
            "ann",
            java.util.Map.of(
                Role.VIEWER, new Scope.Named(Set.of("a", "b"), Set.of()),
                Role.ADMIN, new Scope.Named(Set.of("a"), Set.of())));
    assertThat(caller.may(Role.OPERATOR, Target.consumer("a"))).isTrue();
    assertThat(caller.may(Role.OPERATOR, Target.consumer("b"))).isFalse();
    assertThat(caller.may(Role.VIEWER, Target.consumer("b"))).isTrue();
    assertThat(caller.may(Role.VIEWER)).isFalse();
    assertThat(caller.maySomewhere(Role.OPERATOR)).isTrue();
    assertThat(caller.maySomewhere(Role.PAYLOAD)).isFalse();
  }
}
