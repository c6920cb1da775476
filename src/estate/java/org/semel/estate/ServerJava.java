// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The Java that servers run on: the one whose home {@code -Dsemel.java} names, or the caller's own.
 */
public final class ServerJava {

  private ServerJava() {}

  static Path home() {
    return Path.of(System.getProperty("semel.java", System.getProperty("java.home")));
  }

  /** As it says itself. */
  public static String version() {
    Path file = home().resolve("release");
    try (Reader release = Files.newBufferedReader(file)) {
      Properties properties = new Properties();
      properties.load(release);
      return properties.getProperty("JAVA_VERSION").replace("\"", "");
    } catch (IOException e) {
      throw new UncheckedIOException("-Dsemel.java names the home of no JDK", e);
    }
  }

  /** Lets the script of a server start it. */
  static void into(ProcessBuilder server) {
    server.environment().put("JAVA_HOME", home().toString());
  }
}
