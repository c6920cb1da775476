// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.semel.estate.ServerKind;

/**
 * How much is measured.
 *
 * @param extent how long it may take
 * @param variants to race; if not all of them, nothing else is measured and no page is written
 * @param servers to race on; if not all of them, no page is written
 */
record Scope(Extent extent, List<Variant> variants, List<ServerKind> servers) {

  /** How long a run may take. */
  enum Extent {
    /** Seconds: only whether everything works. The figures mean nothing, and no page is written. */
    SMOKE,
    /** A quarter of an hour. */
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
    return new Scope(
        extent,
        some.isEmpty() ? Variant.ALL : some,
        servers(System.getProperty("semel.server", "both")));
  }

  /** {@code both}, or names as {@link ServerKind#named} knows them. */
  static List<ServerKind> servers(String asked) {
    return asked.isBlank() || asked.equals("both")
        ? List.of(ServerKind.values())
        : Stream.of(asked.split(",")).map(ServerKind::named).distinct().sorted().toList();
  }

  boolean full() {
    return extent == Extent.FULL;
  }

  boolean smoke() {
    return extent == Extent.SMOKE;
  }

  /** Whether all variants are measured. */
  boolean everything() {
    return variants.equals(Variant.ALL);
  }

  /** Whether what is measured is all that the page shows. */
  boolean isWhole() {
    return everything() && !smoke() && servers.equals(List.of(ServerKind.values()));
  }
}
