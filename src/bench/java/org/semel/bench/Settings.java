// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.semel.estate.ServerKind;

/** What a run was made with, for the page. */
final class Settings {

  private static final List<String> OF_POSTGRES =
      List.of(
          "server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method");

  private Settings() {}

  static Map<String, String> of(Map<ServerKind, Estate> estates) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "machine",
        Runtime.getRuntime().availableProcessors()
            + " processors, "
            + System.getProperty("os.name"));
    settings.put("Java", System.getProperty("java.version"));
    Estate first = estates.values().iterator().next();
    for (String name : OF_POSTGRES) {
      settings.put("PostgreSQL " + name, first.postgres.texts("SHOW " + name).get(0));
    }
    estates.forEach(
        (kind, estate) -> {
          settings.put(kind.product(), kind.version() + ", configured by " + kind.configuration());
          settings.put("broker of " + kind.product(), estate.server.journal());
          settings.put("transaction log of " + kind.product(), estate.server.transactionLog());
        });
    return settings;
  }
}
