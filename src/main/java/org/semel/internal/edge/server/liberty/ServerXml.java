// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import java.util.Set;
import java.util.stream.Collectors;
import org.semel.internal.edge.server.NeededApi;

/** The lines that {@code server.xml} needs for a name to be bound, or an API to be seen. */
final class ServerXml {

  private ServerXml() {}

  /** The features to add for these APIs, as a sentence. */
  static String features(Set<NeededApi> missing) {
    return "Add to the <featureManager> in server.xml: "
        + missing.stream()
            .map(api -> "<feature>" + feature(api) + "</feature>")
            .collect(Collectors.joining(" "))
        + " (server-config/README.md).";
  }

  private static String feature(NeededApi api) {
    return switch (api) {
      case CDI -> "cdi-4.0";
      case CONFIG -> "mpConfig-3.1";
      case JSON -> "jsonp-2.1";
      case CONCURRENCY -> "concurrent-3.0";
      case MESSAGING -> "messaging-3.1";
      case TRANSACTIONS -> "jdbc-4.3";
    };
  }

  /** The element to add for this name, as the end of a sentence. */
  static String remedy(Class<?> type, String name) {
    return switch (type.getSimpleName()) {
      case "DataSource" -> element("dataSource", name, "jdbc-4.3", "<library>");
      case "ConnectionFactory" ->
          element("connectionFactory", name, "connectors-2.1", "<resourceAdapter>");
      case "Queue" -> element("adminObject", name, "connectors-2.1", "<resourceAdapter>");
      case "ManagedThreadFactory", "ContextService" -> missing("concurrent-3.0");
      default -> missing("jndi-1.0, connectors-2.1, jdbc-4.3 and messaging-3.1");
    };
  }

  private static String element(String element, String name, String feature, String needs) {
    return "create it in server.xml: <%s jndiName=\"%s\" ...>. It needs the feature %s and a %s whose files are there (server-config/README.md)."
        .formatted(element, name, feature, needs);
  }

  private static String missing(String features) {
    return "add to server.xml the feature %s (server-config/README.md).".formatted(features);
  }
}
