// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each threshold that a policy sets is that of a shipped rule, and the rule has no other. */
class DefaultThresholdsTest {

  @ParameterizedTest
  @CsvSource({"consumer, consumer", "intent, destination"})
  void eachRuleComparesWithItsOwnAndWithItsDefault(String kind, String owner) {
    Pattern read = Pattern.compile("semel_" + kind + "_alert_threshold\\{alert=\"(\\w+)\"(,.*?)?}");
    Set<String> compared = new TreeSet<>();
    for (AlertRule rule : AlertRule.all()) {
      Matcher matcher = read.matcher(rule.expression());
      while (matcher.find()) {
        assertThat(matcher.group(1)).isEqualTo(rule.name());
        assertThat(matcher.group(2)).isIn(null, "," + owner + "=\"\"");
        compared.add(rule.name());
      }
    }
    assertThat(compared).isEqualTo(shown(kind).keySet());
  }

  /** Nodes of before show no thresholds; alerts must not be mute then. */
  @ParameterizedTest
  @CsvSource({"consumer, consumer", "intent, destination"})
  void whereNoNodeShowsOneARuleTakesTheDefaultOfTheKey(String kind, String owner) {
    Pattern last =
        Pattern.compile(
            "semel_%s_alert_threshold\\{alert=\"\\w+\",%s=\"\"}\\[10m]\\)\\) or vector\\((\\d+)\\)"
                .formatted(kind, owner));
    Map<String, Double> found = new TreeMap<>();
    for (AlertRule rule : AlertRule.all()) {
      Matcher matcher = last.matcher(rule.expression());
      while (matcher.find()) {
        found.put(rule.name(), Double.valueOf(matcher.group(1)));
      }
    }
    assertThat(found).isEqualTo(shown(kind));
  }

  private static Map<String, Double> shown(String kind) {
    return kind.equals("consumer")
        ? DefaultThresholds.ofConsumers()
        : DefaultThresholds.ofDestinations();
  }
}
