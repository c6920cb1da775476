// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonWriterFactory;
import jakarta.json.stream.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;

/** Measures all variants in turn, there and back again, and writes down what came of it. */
public final class Bench {

  private static final int ROUNDS = 4;
  private static final double WARM_UP = 0.5;
  private static final int RELAY_RUNS = 3;

  private final PrintStream out = System.out;
  private final Estate estate;
  private final Track track;
  private final Results results = new Results();

  private Bench(Estate estate) {
    this.estate = estate;
    this.track = new Track(estate);
  }

  /**
   * Takes no arguments. {@code -Dsemel.bench=full} doubles the rounds; {@code
   * -Dsemel.bench.variants=a,b} measures these only, and leaves the page as it is.
   */
  public static void main(String[] arguments) {
    LogManager.getLogManager().reset();
    int status = 0;
    try (Estate estate = new Estate()) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      new Bench(estate).run();
    } catch (RuntimeException e) {
      e.printStackTrace();
      status = 1;
    }
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  private void run() {
    out.printf("%nEach line is one cell: the variant over a queue filled before.%n%n");
    List<Variant> chosen = chosen();
    chosen.forEach(variant -> show("warm-up", variant, track.run(variant, WARM_UP)));
    int rounds =
        Integer.getInteger(
            "semel.bench.rounds",
            "full".equals(System.getProperty("semel.bench")) ? 2 * ROUNDS : ROUNDS);
    for (int round = 1; round <= rounds; round++) {
      List<Variant> order = new ArrayList<>(chosen);
      if (round % 2 == 0) {
        Collections.reverse(order);
      }
      for (Variant variant : order) {
        Cell cell = track.run(variant, 1);
        results.add(variant, cell);
        show(round + " of " + rounds, variant, cell);
      }
    }
    relay(chosen);
    write(results.summary(settings()));
  }

  private static List<Variant> chosen() {
    List<String> names = List.of(System.getProperty("semel.bench.variants", "").split(","));
    List<Variant> chosen =
        Variant.ALL.stream().filter(variant -> names.contains(variant.name())).toList();
    return chosen.isEmpty() ? Variant.ALL : chosen;
  }

  /** Over what one cell of the batched receiver has recorded. */
  private void relay(List<Variant> chosen) {
    for (Variant variant : chosen) {
      for (int run = 1; run <= RELAY_RUNS && variant.name().equals("xa50_direct"); run++) {
        track.run(variant, 0.5);
        double perSecond = track.relay();
        out.printf("relay    %d of %d   %,.0f intents/s%n", run, RELAY_RUNS, perSecond);
        results.addRelay(perSecond);
      }
    }
  }

  private void show(String round, Variant variant, Cell cell) {
    out.printf(
        "%-8s %-18s %,9.0f messages/s   per message: %,6.0f WAL bytes, %.3f WAL syncs, processor %,5.0f us server + %,5.0f us database%n",
        round,
        variant.name(),
        cell.perSecond(),
        cell.walBytes(),
        cell.walSyncs(),
        cell.serverTime(),
        cell.databaseTime());
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "machine",
        Runtime.getRuntime().availableProcessors()
            + " processors, "
            + System.getProperty("os.name"));
    settings.put("Java", System.getProperty("java.version"));
    settings.put("WildFly", "39.0.1.Final, configured by server-config/wildfly/configure.cli");
    settings.put("PostgreSQL", estate.postgres.texts("SHOW server_version").get(0));
    for (String name :
        List.of("fsync", "synchronous_commit", "full_page_writes", "wal_sync_method")) {
      settings.put("PostgreSQL " + name, estate.postgres.texts("SHOW " + name).get(0));
    }
    settings.put("broker", estate.wildFly.management().journal());
    return settings;
  }

  private void write(JsonObject summary) {
    try {
      Path directory = Files.createDirectories(Path.of("target/bench"));
      StringWriter json = new StringWriter();
      JsonWriterFactory writers =
          Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true));
      writers.createWriter(json).write(summary);
      Files.writeString(directory.resolve("summary.json"), json.toString().strip() + "\n");
      Page page = new Page(summary);
      if (chosen().equals(Variant.ALL)) {
        Files.writeString(Path.of("docs/performance.md"), page.markdown());
        Files.writeString(Path.of("docs/performance.svg"), page.svg());
      }
      out.printf("%n%s%n", page.markdown());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
