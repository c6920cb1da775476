// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import java.util.Map;
import java.util.TreeMap;

/**
 * The console's answer.
 *
 * @param status of HTTP
 * @param headers all of them but the length
 * @param body blank if there is none; goes out in UTF-8
 * @param who may have it
 */
public record ConsoleReply(int status, Map<String, String> headers, String body, Reader who) {

  /** The readers who may have a reply. */
  public enum Reader {
    /** Holds nothing that is not in the jar for all to read. */
    ANYONE,
    /** Users who have logged in; the server asks the others to. */
    LOGGED_IN
  }

  /**
   * The browser itself then refuses scripts of others, inline scripts and styles, and text that
   * becomes markup.
   */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
              + " require-trusted-types-for 'script'; trusted-types 'none'",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Referrer-Policy",
          "no-referrer",
          "X-Content-Type-Options",
          "nosniff");

  public ConsoleReply {
    headers = Map.copyOf(headers);
  }

  /** A file. A browser may keep a part of the page, and asks each time whether it is still so. */
  static ConsoleReply file(ConsoleFile file) {
    return new ConsoleReply(
        200,
        with(
            Map.of(
                "Content-Type", file.type(), "ETag", file.tag(), "Cache-Control", caching(file))),
        file.text(),
        file.isPage() ? Reader.LOGGED_IN : Reader.ANYONE);
  }

  /** A file that the browser has. */
  static ConsoleReply unchanged(ConsoleFile file) {
    return new ConsoleReply(
        304, with(Map.of("ETag", file.tag(), "Cache-Control", caching(file))), "", Reader.ANYONE);
  }

  private static String caching(ConsoleFile file) {
    return file.isPage() ? "no-store" : "no-cache";
  }

  /** A sentence for a person, where there is no file. */
  static ConsoleReply sentence(int status, String text) {
    return sentence(status, text, Map.of());
  }

  /** The same with headers of its own. */
  static ConsoleReply sentence(int status, String text, Map<String, String> more) {
    Map<String, String> headers = with(more);
    headers.put("Content-Type", "text/plain; charset=utf-8");
    headers.put("Cache-Control", "no-store");
    return new ConsoleReply(status, headers, text, Reader.ANYONE);
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> headers = new TreeMap<>(ALWAYS);
    headers.putAll(more);
    return headers;
  }
}
