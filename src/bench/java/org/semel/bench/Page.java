// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page and the picture of a run, made from its summary and nothing else. */
final class Page {

  private static final List<Integer> SIZES = List.of(1, 10, 50, 200);
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int MARGIN = 60;

  private final JsonObject summary;

  Page(JsonObject summary) {
    this.summary = summary;
  }

  String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(
        "| variant | messages/s, median | min | max | WAL bytes/message | WAL syncs/message |\n");
    page.append("| --- | ---: | ---: | ---: | ---: | ---: |\n");
    summary
        .getJsonObject("variants")
        .forEach((name, value) -> page.append(row(name, value.asJsonObject())));
    page.append("\n![messages per second over batch size](performance.svg)\n\n## Ratios\n\n");
    page.append(
        "Each is the median of the ratios of the rounds, with the least and the greatest.\n\n");
    page.append(
        "| ratio | median | min | max | meant to be at least |\n| --- | ---: | ---: | ---: | ---: |\n");
    summary
        .getJsonObject("ratios")
        .forEach((name, value) -> page.append(ratio(name, value.asJsonObject())));
    JsonObject relay = summary.getJsonObject("relay_intents_per_second");
    if (relay != null) {
      page.append(RELAY);
      page.append(ratio("intents per second", relay));
    }
    page.append("\n## Settings\n\n");
    summary
        .getJsonObject("settings")
        .forEach((name, value) -> page.append("* %s: %s%n".formatted(name, text(name))));
    return page.toString();
  }

  private static final String HEAD =
      """
      # Performance

      Measured by `mvn -Pbench` on one server in one run, variants interleaved forwards and backwards, warmed up, the queue filled
      before each cell; *this page is generated from that run*. Every cell is checked: as many effects as different messages, nothing in doubt.
      The work of a message is the example's: one row inserted and one updated through JPA; Semel's variants claim the identity and record
      one intent besides. Messages are persistent, about 300 bytes; all receivers have 8 workers or sessions.

      * `stock`: camel-jms bound to JTA, with camel-sql's `JdbcMessageIdRepository` in the same XA transaction.
      * `mdb`: a message-driven bean through the resource adapter, with no deduplication at all.
      * `xaN_direct`, `xaN_managed`: `inbox:` with `batch` N and that way to receive; `30dup` with 30 % duplicates.
      * `ackN`: `inbox:` with `protocol=ack-after-commit` and `batch` N.

      Absolute figures are this machine's; compare ratios.

      """;

  private static final String RELAY =
      """

      ## The relay

      20,000 intents, 16 at once, to an HTTP stub on the same machine that counts the keys; from the start of the relay to the last one
      settled.

      | | median | min | max | meant to be at least |
      | --- | ---: | ---: | ---: | ---: |
      """;

  private static String row(String name, JsonObject variant) {
    JsonObject rate = variant.getJsonObject("messages_per_second");
    return "| `%s` | %s | %s | %s | %s | %s |%n"
        .formatted(
            name,
            rate.get("median"),
            rate.get("min"),
            rate.get("max"),
            variant.get("wal_bytes_per_message"),
            variant.get("wal_syncs_per_message"));
  }

  private static String ratio(String name, JsonObject ratio) {
    return "| `%s` | %s | %s | %s | %s |%n"
        .formatted(
            name, ratio.get("median"), ratio.get("min"), ratio.get("max"), ratio.get("target"));
  }

  private String text(String setting) {
    return summary.getJsonObject("settings").getString(setting);
  }

  /** Messages per second over the size of the batch, both axes logarithmic. */
  String svg() {
    StringBuilder svg =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">
            <rect width="100%%" height="100%%" fill="white"/>
            """
                .formatted(WIDTH, HEIGHT));
    for (int rate : new int[] {100, 1_000, 10_000, 100_000}) {
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#ddd\"/><text x=\"8\" y=\"%.0f\">%,d/s</text>%n"
              .formatted(MARGIN, WIDTH - MARGIN, y(rate), y(rate), y(rate) + 4, rate));
    }
    SIZES.forEach(
        n ->
            svg.append(
                "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">N=%d</text>%n"
                    .formatted(x(n), HEIGHT - 20, n)));
    Map.of("direct", "#1b6ca8", "managed", "#d1662b")
        .forEach((way, colour) -> svg.append(line(way, colour)));
    for (String floor : List.of("mdb", "stock")) {
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#888\" stroke-dasharray=\"4 3\"/><text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%s</text>%n"
              .formatted(
                  MARGIN,
                  WIDTH - MARGIN,
                  y(rate(floor)),
                  y(rate(floor)),
                  WIDTH - MARGIN,
                  y(rate(floor)) - 4,
                  floor));
    }
    return svg.append("</svg>\n").toString();
  }

  private String line(String way, String colour) {
    StringBuilder points = new StringBuilder();
    SIZES.forEach(
        n ->
            points.append(
                String.format(Locale.ROOT, "%.0f,%.0f ", x(n), y(rate("xa" + n + "_" + way)))));
    double end = y(rate("xa200_" + way));
    return "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/><text x=\"%d\" y=\"%.0f\" fill=\"%s\">%s</text>%n"
        .formatted(points.toString().strip(), colour, WIDTH - MARGIN + 4, end, colour, way);
  }

  private double rate(String variant) {
    JsonObject found = summary.getJsonObject("variants").getJsonObject(variant);
    return found == null
        ? 1
        : found.getJsonObject("messages_per_second").getJsonNumber("median").doubleValue();
  }

  private static double x(int size) {
    return MARGIN + Math.log(size) / Math.log(200) * (WIDTH - 2 * MARGIN);
  }

  private static double y(double rate) {
    double share = (Math.log10(rate) - 2) / 3;
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
  }
}
