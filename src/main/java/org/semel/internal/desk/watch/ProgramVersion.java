// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this program. */
public final class ProgramVersion {

  private ProgramVersion() {}

  /** The build writes it; there is no manifest where classes lie in a WAR. */
  public static String read() {
    try (InputStream file =
        ProgramVersion.class.getResourceAsStream("/org/semel/version.properties")) {
      Properties read = new Properties();
      if (file != null) {
        read.load(file);
      }
      return read.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
