// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonWriterFactory;
import jakarta.json.stream.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.LogManager;

/** Measures everything in one run, and writes down what came of it. */
public final class Bench {

  private static final List<String> POSTGRES_SETTINGS =
      List.of(
          "server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method");

  private static final Path SUMMARY = Path.of("target/bench/summary.json");

  private final PrintStream out = System.out;
  private final Scope scope;
  private final Results results = new Results();

  /**
   * How much of it.
   *
   * @param extent how long it may take
   * @param variants to race; if not all of them, nothing else is measured and no page is written
   */
  record Scope(Extent extent, List<Variant> variants) {

    /** How long a run may take. */
    enum Extent {
      /**
       * Seconds: only whether everything works. The figures mean nothing, and no page is written.
       */
      SMOKE,
      /** Ten minutes. */
      DEFAULT,
      /** As long as it takes. */
      FULL,
      /** Only the heap over a million messages; its row joins those of the run before. */
      HEAP,
      /** Nothing: the page of the run before is written again. */
      PAGE
    }

    static Scope chosen() {
      List<String> names = List.of(System.getProperty("semel.bench.variants", "").split(","));
      List<Variant> some =
          Variant.ALL.stream().filter(variant -> names.contains(variant.name())).toList();
      Extent extent =
          Extent.valueOf(System.getProperty("semel.bench", "default").toUpperCase(Locale.ROOT));
      return new Scope(extent, some.isEmpty() ? Variant.ALL : some);
    }

    boolean full() {
      return extent == Extent.FULL;
    }

    boolean smoke() {
      return extent == Extent.SMOKE;
    }

    boolean everything() {
      return variants.equals(Variant.ALL);
    }
  }

  private Bench(Scope scope) {
    this.scope = scope;
  }

  /**
   * Takes no arguments. {@code -Dsemel.bench=full} measures all variants in all rounds, and the
   * heap over a million messages, as {@code -Dsemel.bench=heap} does alone, after a run; {@code
   * -Dsemel.bench=smoke} tries everything for a moment; {@code -Dsemel.bench.variants=a,b} measures
   * these only, and leaves the page as it is. {@code -Dsemel.bench.only=relay} measures the relay
   * beside destinations that are not well, and writes that section of the page alone.
   */
  public static void main(String[] arguments) {
    LogManager.getLogManager().reset();
    int status = 0;
    try {
      if (System.getProperty("semel.bench.only", "").equals("relay")) {
        relay(Scope.chosen().smoke());
      } else {
        new Bench(Scope.chosen()).run();
      }
    } catch (RuntimeException e) {
      e.printStackTrace();
      status = 1;
    }
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  private static void relay(boolean smoke) {
    RelayPage.write(new RelayBench(RelayBench.Extent.chosen(smoke), System.out).run(), smoke);
  }

  private void run() {
    if (scope.extent() == Scope.Extent.PAGE) {
      write(before());
      return;
    }
    if (scope.extent() == Scope.Extent.HEAP) {
      heap();
      return;
    }
    if (scope.everything()) {
      Counts.run(results, out);
    }
    Map<String, String> settings;
    try (Estate estate = Estate.timed()) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      settings = settings(estate);
      new Races(estate, scope, results, out).run();
      if (scope.everything()) {
        new Loads(estate, scope, results, out).run();
      }
    }
    write(results.summary(settings));
  }

  private void heap() {
    try (Estate estate = Estate.timed()) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      new Loads(estate, scope, results, out).heap();
    }
    write(results.joining(before()));
  }

  private static JsonObject before() {
    try (Reader reader = Files.newBufferedReader(SUMMARY);
        JsonReader json = Json.createReader(reader)) {
      return json.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException("there is no run before; mvn -Pbench makes one", e);
    }
  }

  private static Map<String, String> settings(Estate estate) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "machine",
        Runtime.getRuntime().availableProcessors()
            + " processors, "
            + System.getProperty("os.name"));
    settings.put("Java", System.getProperty("java.version"));
    settings.put("WildFly", "39.0.1.Final, configured by server-config/wildfly/configure.cli");
    for (String name : POSTGRES_SETTINGS) {
      settings.put("PostgreSQL " + name, estate.postgres.texts("SHOW " + name).get(0));
    }
    settings.put("broker", estate.wildFly.management().journal());
    settings.put("transaction log", "the server's default, one file for each transaction");
    return settings;
  }

  private void write(JsonObject summary) {
    try {
      Files.createDirectories(SUMMARY.getParent());
      StringWriter json = new StringWriter();
      JsonWriterFactory writers =
          Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true));
      writers.createWriter(json).write(summary);
      Files.writeString(SUMMARY, json.toString().strip() + "\n");
      Page page = new Page(summary);
      if (scope.everything() && !scope.smoke()) {
        Path published = Path.of("docs/performance.md");
        String before = Files.exists(published) ? Files.readString(published) : "";
        Files.writeString(published, RelayPage.keeping(page.markdown(), before));
        Files.writeString(Path.of("docs/performance.svg"), new Plot(summary).svg());
      }
      out.printf("%n%s%n", page.markdown());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
