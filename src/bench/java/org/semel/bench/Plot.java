// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.Locale;

/** The picture of a run, made from its summary and nothing else. */
final class Plot {

  private static final List<Integer> SIZES = List.of(1, 10, 50, 200);
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int MARGIN = 60;

  private final JsonObject summary;

  Plot(JsonObject summary) {
    this.summary = summary;
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
    svg.append(line("direct", "#1b6ca8")).append(line("managed", "#d1662b"));
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
