// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.Map;
import org.semel.internal.desk.watch.doctor.HealthReport;

/** A report in the words of MicroProfile Health, which those who ask know. */
final class HealthJson {

  /** Looked up once: each look-up walks the service files of the whole deployment. */
  private static final JsonBuilderFactory JSON =
      JsonProvider.provider().createBuilderFactory(Map.of());

  private HealthJson() {}

  static String of(HealthReport report) {
    JsonArrayBuilder checks = JSON.createArrayBuilder();
    for (HealthReport.Check check : report.checks()) {
      JsonObjectBuilder one =
          JSON.createObjectBuilder().add("name", check.name()).add("status", check.status().name());
      if (!check.data().isEmpty()) {
        JsonObjectBuilder data = JSON.createObjectBuilder();
        check.data().forEach(data::add);
        one.add("data", data);
      }
      checks.add(one);
    }
    return JSON.createObjectBuilder()
        .add("status", report.status().name())
        .add("checks", checks)
        .build()
        .toString();
  }
}
