// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One file of the console, read once. */
final class ConsoleFile {

  private static final String PAGE = ".html";

  private final String name;
  private final String text;
  private final String tag;

  /**
   * Reads a file beside this class.
   *
   * @param name one of ours, never one that a request names
   */
  ConsoleFile(String name) {
    this.name = name;
    this.text = read(name);
    this.tag = '"' + HexFormat.of().formatHex(digest(text), 0, 16) + '"';
  }

  private static String read(String name) {
    try (InputStream file = ConsoleFile.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the console's file " + name + " is missing in its jar");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  String text() {
    return text;
  }

  /** Names this content: another content has another tag. */
  String tag() {
    return tag;
  }

  /** Whether it is what a browser is sent to, and not a part of it. */
  boolean isPage() {
    return name.endsWith(PAGE);
  }

  /** Its type, with the character set. */
  String type() {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case PAGE -> "text/html; charset=utf-8";
      case ".css" -> "text/css; charset=utf-8";
      case ".js" -> "text/javascript; charset=utf-8";
      case ".svg" -> "image/svg+xml; charset=utf-8";
      default -> throw new IllegalStateException("the console has no such files: " + name);
    };
  }
}
