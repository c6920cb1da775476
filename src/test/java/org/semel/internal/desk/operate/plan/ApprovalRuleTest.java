// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether two names are those of two persons. */
class ApprovalRuleTest {

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "ann,ANN",
        "ann,ann ",
        "ann lee,ann  lee",
        "ann lee,ann\u00a0lee",
        "jos\u00e9,jose\u0301",
        "\u03b1\u03bd\u03bd\u03b1\u03c2,\u0391\u039d\u039d\u0391\u03a3",
        "weiss,wei\u00df",
        "ann,a\u200bn\u00adn",
        "ann,\uff21\uff2e\uff2e"
      })
  void aNameThatIsWrittenOtherwiseIsNoOtherPerson(String one, String other) {
    assertThat(ApprovalRule.isAnother(one, other)).isFalse();
    assertThat(ApprovalRule.isAnother(other, one)).isFalse();
  }

  @Test
  void anotherNameIsAnotherPerson() {
    assertThat(ApprovalRule.isAnother("ann", "anne")).isTrue();
    assertThat(ApprovalRule.isAnother("ann lee", "annlee")).isTrue();
    assertThat(ApprovalRule.isAnother("jose", "jos\u00e9")).isTrue();
  }
}
