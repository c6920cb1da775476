// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that operators get, from now on until it is closed. */
public final class LogLines extends Handler {

  private static final Logger OURS = Logger.getLogger("org.semel");

  private final List<String> lines = new CopyOnWriteArrayList<>();

  public LogLines() {
    OURS.addHandler(this);
  }

  /** Those that contain all of these. */
  public List<String> with(String... words) {
    return lines.stream().filter(line -> List.of(words).stream().allMatch(line::contains)).toList();
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    OURS.removeHandler(this);
  }
}
