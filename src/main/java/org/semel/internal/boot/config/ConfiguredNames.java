// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.semel.internal.boot.config.key.ConfigKey;

/**
 * Names that a configuration, or a route, uses.
 *
 * @param consumers after {@code inbox:}
 * @param destinations after {@code intent:}
 * @param roles of the application, which the configuration alone names
 */
public record ConfiguredNames(Set<String> consumers, Set<String> destinations, Set<String> roles) {

  /** Of routes. */
  public ConfiguredNames(Set<String> consumers, Set<String> destinations) {
    this(consumers, destinations, Set.of());
  }

  /**
   * Environment variables that look like keys of ours and have another reader: Semel's command
   * line, and applications that find a service by the variables that Kubernetes gives each pod for
   * each service of its namespace (<a
   * href="https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables">documentation</a>).
   */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "SEMEL_(URL|USER|PASSWORD)"
              + "|SEMEL_([A-Z0-9_]+_)?"
              + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|PORT|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  /** Keys that the server reads (server-config); not checked here. */
  private static final String SERVER = "semel.server.";

  /** No part between dots is empty: a dot too many is a slip, and not another name. */
  public static final String NAME = "(?!\\.|[A-Za-z0-9._-]*\\.\\.)[A-Za-z0-9._-]{1,64}";

  private static final Pattern CONSUMER =
      Pattern.compile(
          "semel\\.consumer\\.(" + NAME + ")\\.(" + keys(ConsumerKeys.TABLE.all()) + ")");
  private static final Pattern DESTINATION =
      Pattern.compile(
          "semel\\.destination\\.(" + NAME + ")\\.(" + keys(DestinationKeys.TABLE.all()) + ")");
  private static final Pattern ROLE =
      Pattern.compile("semel\\.role\\.(" + NAME + ")\\.(" + keys(RoleKeys.TABLE.all()) + ")");
  private static final Pattern DEFAULTS =
      Pattern.compile(
          "semel\\.(consumer-defaults\\.("
              + keys(ConsumerKeys.TABLE.all())
              + ")|destination-defaults\\.("
              + keys(DestinationKeys.TABLE.all())
              + ")|("
              + keys(SemelSettings.TABLE.all())
              + "))");

  /** Any key as an environment variable. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "SEMEL_((CONSUMER_[A-Z0-9_]+_("
              + variables(ConsumerKeys.TABLE.all())
              + "))|(DESTINATION_[A-Z0-9_]+_("
              + variables(DestinationKeys.TABLE.all())
              + "))|(ROLE_[A-Z0-9_]+_("
              + variables(RoleKeys.TABLE.all())
              + "))|("
              + variables(SemelSettings.TABLE.all())
              + "))");

  /** None yet; names may be added by any thread. */
  static ConfiguredNames none() {
    return new ConfiguredNames(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
  }

  void addAll(ConfiguredNames others) {
    consumers.addAll(others.consumers);
    destinations.addAll(others.destinations);
  }

  /** The names in the configuration; an unknown key under {@code semel.} is a fault. */
  static ConfiguredNames in(Config config, List<String> faults) {
    ConfiguredNames names = new ConfiguredNames(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    Set<String> written = new HashSet<>();
    config.getConfigSources().forEach(source -> written.addAll(written(source)));
    for (String property : config.getPropertyNames()) {
      boolean ours = property.startsWith("semel.") && !property.startsWith(SERVER);
      if (ours && !isVariable(property, written) && !names.understood(property)) {
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
    Matcher role = ROLE.matcher(property);
    if (role.matches()) {
      roles.add(role.group(1));
      return true;
    }
    return DEFAULTS.matcher(property).matches();
  }

  /** The names in a source, without those that it derived from a variable. */
  private static Set<String> written(ConfigSource source) {
    Set<String> names = source.getPropertyNames();
    return names.stream()
        .filter(name -> name.equals(variable(name)) || !names.contains(variable(name)))
        .collect(Collectors.toSet());
  }

  /**
   * Whether a provider derived the property from an environment variable: of a key, where it cannot
   * know where dashes were, nor where a consumer's name ends; or of another reader.
   */
  private static boolean isVariable(String property, Set<String> written) {
    String variable = variable(property);
    return !written.contains(property)
        && written.contains(variable)
        && (VARIABLE.matcher(variable).matches() || FOREIGN.matcher(variable).matches());
  }

  private static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static String variables(List<ConfigKey<?>> keys) {
    return keys.stream().map(key -> variable(key.name())).collect(Collectors.joining("|"));
  }

  private static String keys(List<ConfigKey<?>> keys) {
    Stream<String> names = keys.stream().map(ConfigKey::name);
    return names.map(Pattern::quote).collect(Collectors.joining("|"));
  }
}
