// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.time.Duration;
import java.util.List;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.Exposure.PlanLimits;

/** The keys of what can be seen from outside. */
final class ExposureKeys {

  static final ConfigKey<Exposed> CONSOLE =
      new ConfigKey<>(
          "console",
          "off",
          ValueType.oneOf(Exposed.class),
          "Whether the application answers requests to its REST API, below semel/api/v1. The server authenticates; see"
              + " docs/rest.md. While it is off, every request there is answered with 404.");

  static final ConfigKey<Integer> OPERATOR_PLAN_LIMIT =
      new ConfigKey<>(
          "operator-plan-limit",
          "100",
          ValueType.number(0, 100_000),
          "The messages or intents of the largest plan that the role semel-operator may start or resume over the REST API."
              + " A larger one needs semel-admin.");

  static final ConfigKey<Integer> PLAN_APPROVAL_FROM =
      new ConfigKey<>(
          "plan-approval-from",
          "0",
          ValueType.number(0, 100_000),
          "The messages or intents from which on a plan needs the approval of a second person before it can start, over the"
              + " REST API and in Java alike; the node that freezes it decides. A plan of one never does. 0: no plan does.");

  static final ConfigKey<Exposed> METRICS =
      new ConfigKey<>(
          "metrics",
          "off",
          ValueType.oneOf(Exposed.class),
          "Whether semel/metrics, below the application's own address, shows the series in Prometheus' text format.");

  static final ConfigKey<Access> METRICS_ACCESS =
      new ConfigKey<>(
          "metrics-access",
          "role",
          ValueType.oneOf(Access.class),
          "Who may read the series. role: a user whom the server knows and who has the role semel-metrics. open: everybody"
              + " who can reach the address; then let the network keep others away.");

  static final ConfigKey<Exposed> HEALTH =
      new ConfigKey<>(
          "health",
          "off",
          ValueType.oneOf(Exposed.class),
          "Whether semel/health/live, semel/health/ready and semel/health/started, below the application's own address, tell"
              + " everybody how the consumers are, and the server's own health check hears the same.");

  static final ConfigKey<Duration> SAMPLE_EVERY =
      new ConfigKey<>(
          "sample-every",
          "10s",
          ValueType.duration("1s", "10m"),
          "How often the database is looked at, where metrics or health is on. One node of all reads the gauges of the tables.");

  static final ConfigKey<Exposed> DOCTOR =
      new ConfigKey<>(
          "doctor",
          "on",
          ValueType.oneOf(Exposed.class),
          "Whether the doctor examines each node after its start and leaves one line in the log. It can be asked at any time,"
              + " whatever stands here; see docs/doctor.md.");

  static final ConfigKey<Exposed> TRACES =
      new ConfigKey<>(
          "traces",
          "off",
          ValueType.oneOf(Exposed.class),
          "Whether the server's OpenTelemetry gets spans of batches, messages and deliveries, and the lines of routes tell"
              + " consumer and trace in the log's context; see docs/traces.md.");

  static final List<ConfigKey<?>> ALL =
      List.of(
          CONSOLE,
          OPERATOR_PLAN_LIMIT,
          PLAN_APPROVAL_FROM,
          METRICS,
          METRICS_ACCESS,
          HEALTH,
          SAMPLE_EVERY,
          DOCTOR,
          TRACES);

  private ExposureKeys() {}

  /** What this section says. */
  static Exposure read(ConfigSection section) {
    return new Exposure(
        section.read(CONSOLE),
        new PlanLimits(section.read(OPERATOR_PLAN_LIMIT), section.read(PLAN_APPROVAL_FROM)),
        section.read(METRICS),
        section.read(METRICS_ACCESS),
        section.read(HEALTH),
        section.read(SAMPLE_EVERY),
        section.read(DOCTOR),
        section.read(TRACES));
  }
}
