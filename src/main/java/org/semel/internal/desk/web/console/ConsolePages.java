// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console, by the paths below {@code /semel}. Only these can be had: a path of a
 * request is compared with them, and goes nowhere else. Safe for any thread.
 */
public final class ConsolePages {

  private static final String INDEX = "index.html";
  private static final String ENTRY = "enter.html";

  /** All that there is. */
  static final List<String> FILES =
      List.of(
          INDEX,
          "act.js",
          "api.js",
          "audit.js",
          "case.js",
          "conflicts.js",
          "console.css",
          "console.js",
          "consumers.js",
          "dialog.js",
          "doctor.js",
          "dom.js",
          "dossier.js",
          ENTRY,
          "enter.js",
          "fields.js",
          "find.js",
          "freeze.js",
          "gaps.js",
          "icon.svg",
          "indoubt.js",
          "intent.js",
          "intents.js",
          "kept.js",
          "keptlist.js",
          "keys.js",
          "links.js",
          "list.js",
          "overview.js",
          "parked.js",
          "pauses.js",
          "payload.js",
          "place.js",
          "plan.js",
          "plans.js",
          "planset.js",
          "redraw.js",
          "roles.js",
          "screen.js",
          "screens.js",
          "spark.js",
          "state.js",
          "text.js",
          "tries.js");

  private final Map<String, ConsoleFile> files = new LinkedHashMap<>();
  private final ConsoleFile entry = new ConsoleFile(ENTRY);

  /** Reads all files. */
  public ConsolePages() {
    for (String name : FILES) {
      files.put(name.equals(INDEX) ? "/" : "/" + name, new ConsoleFile(name));
    }
  }

  /**
   * The page for a user who has not logged in, in place of the one that was asked for: it leads to
   * a login.
   */
  public ConsoleReply entry() {
    return ConsoleReply.file(entry);
  }

  /** The answer while the console is off: nothing tells it from a path that no one serves. */
  public static ConsoleReply off() {
    return ConsoleReply.sentence(404, "Not found.\n");
  }

  /**
   * Answers a request.
   *
   * @param path below {@code /semel}, as the server has decoded it; null if there is none
   * @param tags of what the browser has
   */
  public ConsoleReply answer(String method, @Nullable String path, @Nullable String tags) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return ConsoleReply.sentence(405, "Only GET and HEAD.\n", Map.of("Allow", "GET, HEAD"));
    }
    if (path == null) {
      // relative, so that no name of a host or of the application is needed, nor believed
      return ConsoleReply.sentence(308, "semel/\n", Map.of("Location", "semel/"));
    }
    return Optional.ofNullable(files.get(path))
        .map(file -> isThere(file, tags) ? ConsoleReply.unchanged(file) : ConsoleReply.file(file))
        .orElseGet(ConsolePages::off);
  }

  private static boolean isThere(ConsoleFile file, @Nullable String tags) {
    return !file.isPage() && tags != null && tags.contains(file.tag());
  }
}
