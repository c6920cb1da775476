// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.Optional;
import org.apache.camel.spi.Registry;
import org.semel.Code;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Tracing;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.watch.trace.Traces;

/**
 * The server's OpenTelemetry, where it gives one to the application. Asked for by name first: a
 * server that has none must not meet a class that is linked with it.
 */
public final class OpenTelemetryApi {

  private static final String API = "io.opentelemetry.api.OpenTelemetry";

  private OpenTelemetryApi() {}

  /**
   * The tracing that {@code exposure} asks for.
   *
   * @param registry the application's beans
   */
  public static Tracing tracing(Exposure exposure, Registry registry) {
    return exposure.showsTraces()
        ? Tracing.on(traces(registry, OpenTelemetryApi.class.getClassLoader()))
        : Tracing.OFF;
  }

  static Optional<Traces> traces(Registry registry, ClassLoader application) {
    try {
      Class.forName(API, false, application);
      return Optional.of(ServerTraces.of(registry));
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      OperatorLog.warn(
          Code.TRACES_MISSING,
          "semel.traces is on, but this application sees no OpenTelemetry (%s): there are no spans. Trace ids pass, and stand"
              + " in the log. Add it to the server's configuration (docs/traces.md).",
          e);
      return Optional.empty();
    }
  }
}
