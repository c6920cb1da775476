// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Set;
import org.apache.camel.spi.Registry;
import org.semel.internal.desk.watch.trace.Traces;

/** Spans for whatever takes them on this server. Never touched where the API is not there. */
final class ServerTraces {

  private ServerTraces() {}

  /** The bean that MicroProfile Telemetry gives; otherwise the one of the virtual machine. */
  static Traces of(Registry registry) {
    Set<OpenTelemetry> beans = registry.findByType(OpenTelemetry.class);
    return new Traces(beans.size() == 1 ? beans.iterator().next() : GlobalOpenTelemetry.get());
  }
}
