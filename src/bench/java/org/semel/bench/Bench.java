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
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.LogManager;
import org.semel.estate.ServerKind;
import org.semel.small.SmallServer;

/** Measures everything in one run, and writes down what came of it. */
public final class Bench {

  private static final Path SUMMARY = Path.of("target/bench/summary.json");

  private final PrintStream out = System.out;
  private final Scope scope;
  private final Results results = new Results();

  private Bench(Scope scope) {
    this.scope = scope;
  }

  /**
   * Takes no arguments. {@code -Dsemel.bench=full} measures all variants in all rounds, and the
   * heap over a million messages, as {@code -Dsemel.bench=heap} does alone, after a run; {@code
   * -Dsemel.bench=smoke} tries everything for a moment; {@code -Dsemel.bench.variants=a,b} measures
   * these only, and {@code -Dsemel.server=wildfly} or {@code liberty} on that server only: both
   * leave the page as it is. {@code -Dsemel.bench.only=relay} measures the relay beside
   * destinations that are not well, {@code operators} what operators wait for, {@code metrics} what
   * counting costs; each writes its table of the page alone.
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // scripts read what is printed
    LogManager.getLogManager().reset();
    int status = 0;
    try {
      run(System.getProperty("semel.bench.only", ""), Scope.chosen());
    } catch (RuntimeException e) {
      e.printStackTrace();
      status = 1;
    }
    System.out.flush();
    Runtime.getRuntime().halt(status);
  }

  private static void run(String only, Scope scope) {
    if (only.isEmpty()) {
      new Bench(scope).run();
      return;
    }
    new OwnTable(only).write(lines(only, scope.smoke()), scope.smoke());
  }

  private static String lines(String only, boolean smoke) {
    return switch (only) {
      case "relay" -> small(() -> relay(smoke));
      case "operators" -> small(() -> new OperatorBench(smoke, System.out).run());
      case "metrics" -> new MetricsBench(smoke, System.out).run();
      default ->
          throw new IllegalArgumentException(
              "-Dsemel.bench.only is relay, operators or metrics, not " + only);
    };
  }

  /** What is measured over the database in this process. */
  private static String small(Supplier<String> lines) {
    try {
      return lines.get();
    } finally {
      SmallServer.shared().postgres().close(); // its own end would not wait for that
    }
  }

  private static String relay(boolean smoke) {
    return RelayCell.table(new RelayBench(RelayBench.Extent.chosen(smoke), System.out).run());
  }

  private void run() {
    switch (scope.extent()) {
      case PAGE -> write(before());
      case HEAP -> heap();
      default -> write(scope.servers().contains(ServerKind.WILDFLY) ? all() : pairs(Map.of()));
    }
  }

  /** Everything on WildFly, and then the main variants on it and the others in turn. */
  private JsonObject all() {
    if (scope.everything()) {
      Counts.run(results, out);
    }
    try (Estate estate = Estate.timed(ServerKind.WILDFLY)) {
      Runtime.getRuntime().addShutdownHook(new Thread(estate::close));
      new Races(estate, scope, results, out).run();
      if (scope.everything()) {
        new Loads(estate, scope, results, out).run();
      }
      return pairs(Map.of(ServerKind.WILDFLY, estate));
    }
  }

  /** The main variants on all servers that are asked for. */
  private JsonObject pairs(Map<ServerKind, Estate> before) {
    Map<ServerKind, Estate> estates = new EnumMap<>(ServerKind.class);
    try {
      for (ServerKind kind : scope.servers()) {
        estates.put(kind, before.containsKey(kind) ? before.get(kind) : Estate.timed(kind));
      }
      estates.values().stream()
          .filter(one -> !before.containsValue(one))
          .forEach(one -> Runtime.getRuntime().addShutdownHook(new Thread(one::close)));
      if (!scope.servers().equals(List.of(ServerKind.WILDFLY))) {
        new ServerRaces(estates, scope, results, out).run();
      }
      return results.summary(Settings.of(estates));
    } finally {
      estates.values().stream().filter(one -> !before.containsValue(one)).forEach(Estate::close);
    }
  }

  private void heap() {
    try (Estate estate = Estate.timed(ServerKind.WILDFLY)) {
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

  private void write(JsonObject summary) {
    try {
      Files.createDirectories(SUMMARY.getParent());
      StringWriter json = new StringWriter();
      JsonWriterFactory writers =
          Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true));
      writers.createWriter(json).write(summary);
      Files.writeString(SUMMARY, json.toString().strip() + "\n");
      Page page = new Page(summary);
      if (scope.isWhole()) {
        Path published = Path.of("docs/performance.md");
        String before = Files.exists(published) ? Files.readString(published) : "";
        Files.writeString(published, Sections.keeping(page.markdown(), before));
        Files.writeString(Path.of("docs/performance.svg"), new Plot(summary).svg());
      }
      out.printf("%n%s%n", page.markdown());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
