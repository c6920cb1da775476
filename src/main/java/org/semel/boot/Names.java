// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * Names of consumers and destinations.
 *
 * @param consumers after {@code inbox:}
 * @param destinations after {@code intent:}
 */
record Names(Set<String> consumers, Set<String> destinations) {

  /** What server-config reads when the server starts; not ours to judge. */
  private static final String SERVER = "semel.server.";

  private static final String NAME = "[A-Za-z0-9._-]{1,64}";
  private static final Pattern CONSUMER =
      Pattern.compile("semel\\.consumer\\.(" + NAME + ")\\.(" + keys(ConsumerKeys.ALL) + ")");
  private static final Pattern DESTINATION =
      Pattern.compile("semel\\.destination\\.(" + NAME + ")\\.(" + keys(DestinationKeys.ALL) + ")");
  private static final Pattern DEFAULTS =
      Pattern.compile(
          "semel\\.(consumer-defaults\\.("
              + keys(ConsumerKeys.ALL)
              + ")|destination-defaults\\.("
              + keys(DestinationKeys.ALL)
              + ")|("
              + keys(SemelKeys.ALL)
              + "))");

  /**
   * The names that the configuration speaks of; a key under {@code semel.} that is none of ours is
   * noted as a fault.
   */
  static Names in(Config config, List<String> faults) {
    Names names = new Names(new TreeSet<>(), new TreeSet<>());
    for (String property : config.getPropertyNames()) {
      boolean ours = property.startsWith("semel.") && !property.startsWith(SERVER);
      if (ours && !names.understood(property)) {
        faults.add(property + ": there is no such key; docs/configuration.md lists them all");
      }
    }
    return names;
  }

  private boolean understood(String property) {
    Matcher consumer = CONSUMER.matcher(property);
    if (consumer.matches()) {
      consumers.add(consumer.group(1));
      return true;
    }
    Matcher destination = DESTINATION.matcher(property);
    if (destination.matches()) {
      destinations.add(destination.group(1));
      return true;
    }
    return DEFAULTS.matcher(property).matches();
  }

  private static String keys(List<Key<?>> keys) {
    Stream<String> names = keys.stream().map(Key::name);
    return names.map(Pattern::quote).collect(Collectors.joining("|"));
  }
}
