// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Vetoed;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import java.lang.annotation.Annotation;
import java.util.function.Function;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;
import org.semel.internal.desk.watch.doctor.HealthChecks;
import org.semel.internal.desk.watch.doctor.HealthReport;

/** The checks of MicroProfile Health. Never touched where that is not there. */
@Vetoed
final class ServerHealthChecks {

  private ServerHealthChecks() {}

  static void addTo(AfterBeanDiscovery found) {
    add(found, "semel-live", Liveness.Literal.INSTANCE, HealthChecks::live);
    add(found, "semel-ready", Readiness.Literal.INSTANCE, HealthChecks::ready);
    add(found, "semel-started", Startup.Literal.INSTANCE, HealthChecks::started);
  }

  private static void add(
      AfterBeanDiscovery found,
      String name,
      Annotation kind,
      Function<HealthChecks, HealthReport> look) {
    found
        .<HealthCheck>addBean()
        .id("org.semel." + name)
        .types(Object.class, HealthCheck.class)
        .qualifiers(kind)
        .scope(ApplicationScoped.class)
        .produceWith(beans -> check(name, beans.select(TelemetryHome.class).get(), look));
  }

  private static HealthCheck check(
      String name, TelemetryHome home, Function<HealthChecks, HealthReport> look) {
    return () ->
        home.health()
            .map(look)
            .map(report -> response(name, report))
            .orElseGet(() -> HealthCheckResponse.up(name));
  }

  private static HealthCheckResponse response(String name, HealthReport report) {
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named(name).status(report.status() == HealthReport.Status.UP);
    for (HealthReport.Check check : report.checks()) {
      response.withData(
          check.name(), String.join(" ", check.status().name(), state(check)).strip());
    }
    return response.build();
  }

  private static String state(HealthReport.Check check) {
    return String.join(" ", check.data().values());
  }
}
