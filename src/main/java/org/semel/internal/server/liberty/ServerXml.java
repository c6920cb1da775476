// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.server.liberty;

/** What must be in {@code server.xml} for a name to be bound. */
final class ServerXml {

  private ServerXml() {}

  /** What to add, as the end of a sentence. */
  static String remedy(Class<?> type, String name) {
    return switch (type.getSimpleName()) {
      case "DataSource" -> element("dataSource", name);
      case "ConnectionFactory" -> element("connectionFactory", name);
      case "Queue" -> element("adminObject", name);
      case "ManagedThreadFactory", "ContextService" -> feature("concurrent-3.0");
      default -> feature("connectors-2.1, jdbc-4.3 and messaging-3.1");
    };
  }

  private static String element(String element, String name) {
    return "create it in server.xml: <%s jndiName=\"%s\" ...> (server-config/README.md)."
        .formatted(element, name);
  }

  private static String feature(String features) {
    return "add to server.xml the feature %s (server-config/README.md).".formatted(features);
  }
}
