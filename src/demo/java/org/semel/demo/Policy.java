// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** What the example's consumer is told to do, as its own file has it. */
final class Policy {

  private static final Path FILE =
      Path.of("src/example/resources/META-INF/microprofile-config.properties");

  private final Properties properties = new Properties();

  private Policy() {
    try (Reader reader = Files.newBufferedReader(FILE)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The workers of the example's consumer. */
  static String workers() {
    return new Policy().of("workers", "4");
  }

  /** The most messages that share a transaction. */
  static String batch() {
    return new Policy().of("batch", "50");
  }

  private String of(String key, String otherwise) {
    return properties.getProperty("semel.consumer.reservations." + key, otherwise);
  }
}
