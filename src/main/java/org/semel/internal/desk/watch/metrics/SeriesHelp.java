// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The meaning of each series, for people; in a file, as it is text and no code. */
final class SeriesHelp {

  private static final Properties TEXTS = read();

  private SeriesHelp() {}

  /**
   * The meaning of the series of this name.
   *
   * @throws IllegalStateException if no one has written that down
   */
  static String of(String series) {
    String text = TEXTS.getProperty(series);
    if (text == null) {
      throw new IllegalStateException("series.properties does not say what " + series + " means");
    }
    return text;
  }

  private static Properties read() {
    Properties texts = new Properties();
    try (InputStream file = SeriesHelp.class.getResourceAsStream("series.properties")) {
      if (file != null) {
        texts.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
