// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.watch.doctor.HealthChecks;

/** Hands servlets what the application shows; nothing before it has started. */
@ApplicationScoped
public class TelemetryHome {

  private volatile @Nullable Telemetry telemetry;

  /** The application has started, or is about to. */
  public void shows(Telemetry started) {
    telemetry = started;
  }

  Optional<Telemetry> telemetry() {
    return Optional.ofNullable(telemetry);
  }

  Optional<HealthChecks> health() {
    return telemetry().flatMap(Telemetry::health);
  }
}
