// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.chaos.Rules.Rule;

/** A rule whose place is gone says nothing, and its window would never be hit. */
class RulesTest {

  @ParameterizedTest
  @MethodSource("rules")
  void everyRulesPlaceIsInTheCode(Rule rule) throws ClassNotFoundException {
    assertThat(Arrays.stream(Class.forName(rule.type()).getDeclaredMethods()).map(Method::getName))
        .contains(rule.method());
  }

  static List<Rule> rules() {
    return Rules.ALL;
  }
}
