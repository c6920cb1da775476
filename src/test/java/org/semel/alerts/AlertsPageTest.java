// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;

/**
 * The page on alerts. {@code mvn test -Dtest=AlertsPageTest -Dsemel.docs=write} writes into its
 * table what {@code AlertsIT} has seen since the last clean build.
 */
class AlertsPageTest {

  private static final Path PAGE = Path.of("docs/alerts.md");
  private static final String BEGINS = "| alert | severity |";
  private static final String ENDS = "*This table is written by the tests.*";

  @Test
  void theTableHasEveryAlertWithItsFaultAndItsRunbook() throws IOException {
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGINS));
    String after = page.substring(page.indexOf(ENDS));
    AlertsPage table = new AlertsPage(page);
    for (ServerKind server : ServerKind.values()) {
      table.with(server, AlertRecord.read(server));
    }
    String expected = before + table.table() + "\n" + after;
    if (System.getProperty("semel.docs", "").equals("write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(AlertsPage.withoutOutcomes(Files.readString(PAGE)))
        .as("write it anew with -Dsemel.docs=write")
        .isEqualTo(AlertsPage.withoutOutcomes(expected));
  }

  @Test
  void everyRuleHasItsFault() {
    List<String> rules = AlertRule.all().stream().map(AlertRule::name).toList();
    assertThat(Arrays.stream(AlertFault.values()).map(fault -> fault.rule().name()))
        .containsExactlyElementsOf(rules);
  }

  /** A fault that moves what its rule does not read would show nothing. */
  @Test
  void everyFaultMovesASeriesThatItsRuleReads() {
    for (AlertFault fault : AlertFault.values()) {
      assertThat(fault.series()).isNotEmpty().allMatch(fault::concerns);
    }
  }
}
