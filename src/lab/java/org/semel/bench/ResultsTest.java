// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;

/** What the benchmark makes of its cells. */
class ResultsTest {

  private final Results results = new Results();

  @Test
  void ratiosAreTakenRoundByRoundAndTheirMedianStandsOnTop() {
    add("stock", 100, 200, 400);
    add("xa50_direct", 1000, 4000, 12_000);
    JsonObject summary = results.summary(Map.of("machine", "this"));
    assertThat(summary.getJsonNumber("xa50_direct_over_stock").doubleValue()).isEqualTo(20);
    JsonObject ratio = summary.getJsonObject("targets").getJsonObject("xa50_direct_over_stock");
    assertThat(ratio.getInt("min")).isEqualTo(10);
    assertThat(ratio.getInt("max")).isEqualTo(30);
    assertThat(ratio.getInt("limit")).isEqualTo(20);
    assertThat(ratio.getBoolean("reached")).isTrue();
  }

  @Test
  void thePriceOfTheClaimIsWhatIsMissingToTheSameRouteWithoutIt() {
    add("natural50_direct", 1000, 1000, 1000);
    add("xa50_direct", 900, 950, 800);
    assertThat(results.summary(Map.of()).getJsonNumber("claim_price_n50").doubleValue())
        .isEqualTo(0.1);
  }

  @Test
  void whatWasNotMeasuredHasNoRatio() {
    add("stock", 100);
    assertThat(results.summary(Map.of())).doesNotContainKey("xa50_direct_over_stock");
  }

  @Test
  void thePageShowsWhatTheSummarySays() {
    add("stock", 100);
    add("xa50_direct", 1234.5);
    Page page = new Page(results.summary(Map.of("PostgreSQL fsync", "on")));
    assertThat(page.markdown())
        .contains(
            "| `xa50_direct` | 1235.0 |",
            "| `xa50_direct_over_stock` | 12.3 |",
            "| at least 20.0 | **no** |",
            "fsync: on");
    assertThat(new Plot(results.summary(Map.of())).svg()).startsWith("<svg").endsWith("</svg>\n");
  }

  @Test
  void whatIsMeasuredLaterJoinsTheRunBefore() {
    add("stock", 100);
    add("xa50_direct", 2_500);
    JsonObject before = results.summary(Map.of());
    Results later = new Results();
    later.add(Target.HEAP, Series.of(1.02));
    JsonObject both = later.joining(before);
    assertThat(both.getJsonNumber("heap_1m_over_100k").doubleValue()).isEqualTo(1.02);
    assertThat(
            both.getJsonObject("targets").getJsonObject("heap_1m_over_100k").getBoolean("reached"))
        .isTrue();
    assertThat(both.getJsonNumber("xa50_direct_over_stock").doubleValue()).isEqualTo(25);
  }

  @Test
  void serversAreComparedPairByPairAndOnlyWhereBothWereMeasured() {
    add(ServerKind.WILDFLY, "xa50_direct", 1000, 2000, 4000);
    add(ServerKind.LIBERTY, "xa50_direct", 700, 1600, 2000);
    add(ServerKind.LIBERTY, "mdb", 100, 100, 100);
    JsonObject summary = results.summary(Map.of());
    assertThat(summary.getJsonNumber("liberty_over_wildfly_xa50_direct").doubleValue())
        .isEqualTo(0.7);
    assertThat(summary.getJsonNumber("liberty_xa50_direct_over_mdb").doubleValue()).isEqualTo(16);
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(new Page(summary).markdown())
        .contains(
            "| `xa50_direct` | 2000.0 | 1000.0 | 4000.0 | 1600.0 | 700.0 | 2000.0 | 0.7 | 0.5 | 0.8 | 200 (%d %%) |"
                .formatted(40 / processors),
            "| `mdb` | | | | 100.0 | 100.0 | 100.0 | | | | | 200 (");
  }

  @Test
  void whereNoServersWereComparedThePageSaysSo() {
    assertThat(new Page(results.summary(Map.of())).markdown())
        .contains("## Both servers", "Not measured yet.");
  }

  @Test
  void thePageIsWrittenOnlyWhereBothServersAreMeasured() {
    assertThat(Scope.servers("both")).isEqualTo(Scope.servers("")).hasSize(2);
    assertThat(new Scope(Scope.Extent.DEFAULT, Variant.ALL, Scope.servers("both")).isWhole())
        .isTrue();
    assertThat(new Scope(Scope.Extent.DEFAULT, Variant.ALL, Scope.servers("liberty")).isWhole())
        .isFalse();
  }

  private void add(ServerKind kind, String variant, double... rates) {
    for (double rate : rates) {
      results.add(kind, Variant.named(variant), cell(rate));
    }
  }

  private static Cell cell(double rate) {
    return new Cell(rate, 900, 0.05, new Cell.PerMessage(150, 50));
  }

  private void add(String variant, double... rates) {
    for (double rate : rates) {
      results.add(Variant.named(variant), cell(rate));
    }
  }
}
