// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The input, and what must come of it by the input alone.
 *
 * @param lines one message each
 * @param identities how many different pairs of source and id they have
 * @param quantity the sum over these, each counted once
 */
record Orders(List<String> lines, int identities, long quantity) {

  static Orders read(Path file) {
    try {
      return of(Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Orders of(List<String> lines) {
    Map<List<String>, Long> quantities = new HashMap<>();
    for (String line : lines) {
      event(line)
          .ifPresent(
              event ->
                  quantities.putIfAbsent(
                      List.of(event.getString("source", ""), event.getString("id", "")),
                      quantity(event)));
    }
    long sum = quantities.values().stream().mapToLong(Long::longValue).sum();
    return new Orders(lines, quantities.size(), sum);
  }

  /**
   * So many lines: these, and then these again as often as need be, each round under new
   * identities, and a part of them in the last. Lines without an identity come again as they are.
   */
  Orders repeated(int messages) {
    return of(
        IntStream.range(0, messages)
            .mapToObj(i -> again(lines.get(i % lines.size()), i / lines.size()))
            .toList());
  }

  private static String again(String line, int round) {
    return event(line)
        .filter(event -> round > 0)
        .map(
            event ->
                Json.createObjectBuilder(event)
                    .add("id", event.getString("id", "") + "~" + round)
                    .build()
                    .toString())
        .orElse(line);
  }

  private static long quantity(JsonObject event) {
    JsonObject data = event.getJsonObject("data");
    return data == null ? 0 : data.getInt("quantity", 0);
  }

  /** Empty for a line that has no identity; it is sent nevertheless, and must be parked. */
  private static Optional<JsonObject> event(String line) {
    try (JsonReader reader = Json.createReader(new StringReader(line))) {
      JsonObject event = reader.readObject();
      return event.containsKey("source") && event.containsKey("id")
          ? Optional.of(event)
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }
}
