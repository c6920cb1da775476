// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.semel.estate.ServerKind;

/** What was seen of each alert on one server when the server tests ran last. */
public final class AlertRecord {

  private static final Path FOLDER = Path.of("target/alerts");
  private static final String FIRED = ".fired";

  private final Path file;
  private final Properties seen = new Properties();

  private AlertRecord(ServerKind server) {
    this.file = FOLDER.resolve(server + ".properties");
  }

  /** Nothing is seen yet. */
  public static AlertRecord empty(ServerKind server) {
    return new AlertRecord(server);
  }

  /** What is written down; nothing if the tests have not run since the last clean build. */
  static AlertRecord read(ServerKind server) {
    AlertRecord record = new AlertRecord(server);
    if (Files.exists(record.file)) {
      try (Reader reader = Files.newBufferedReader(record.file)) {
        record.seen.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return record;
  }

  /** A series has moved like this. */
  public void moved(AlertFault fault, String series, FaultRun.Figures figures) {
    put(fault + "." + fault.series().indexOf(series), figures.toString());
  }

  /** The alert was silent, fired, and resolved, as promtool says. */
  public void fired(AlertFault fault) {
    put(fault + FIRED, "yes");
  }

  Optional<String> figures(AlertFault fault, String series) {
    return Optional.ofNullable(seen.getProperty(fault + "." + fault.series().indexOf(series)));
  }

  boolean hasFired(AlertFault fault) {
    return seen.containsKey(fault + FIRED);
  }

  private void put(String key, String value) {
    seen.setProperty(key, value);
    try {
      Files.createDirectories(FOLDER);
      try (Writer writer = Files.newBufferedWriter(file)) {
        seen.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
