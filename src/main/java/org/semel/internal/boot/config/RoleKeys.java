// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.desk.web.GrantedRole;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;

/** The keys of a role of the application: {@code semel.role.<role>.<key>}. */
final class RoleKeys {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}\\*?|\\*");

  static final ConfigKey<Set<String>> GRANTS =
      new ConfigKey<>(
          "grants",
          "",
          ValueType.names("names of Semel's roles, separated by commas"),
          "What users with this role of the application may do over the REST API and in the console, within its scope:"
              + " semel-viewer, semel-operator, semel-admin, semel-payload, semel-approver. Whom the server gives one of these"
              + " roles itself has it for everything.");

  static final ConfigKey<Set<String>> CONSUMERS =
      new ConfigKey<>(
          "consumers",
          "",
          ValueType.names("names, separated by commas; a name may end in *", NAME),
          "The scope: consumers, with their messages, identities, gaps and plans.");

  static final ConfigKey<Set<String>> DESTINATIONS =
      new ConfigKey<>(
          "destinations",
          "",
          ValueType.names("names, separated by commas; a name may end in *", NAME),
          "The scope: destinations, with their intents and plans. They count by themselves: a consumer's intents are shown"
              + " with its identities, and acted on by those who have the role for their destination.");

  static final List<ConfigKey<?>> ALL = List.of(GRANTS, CONSUMERS, DESTINATIONS);

  private RoleKeys() {}

  /** What this section says of the role of this name. */
  static GrantedRole read(String name, ConfigSection section) {
    if (named(name).isPresent()) {
      section.fault(GRANTS, "the role " + name + " is Semel's own, and covers everything");
    }
    Set<String> consumers = section.read(CONSUMERS);
    Set<String> destinations = section.read(DESTINATIONS);
    if (consumers.isEmpty() && destinations.isEmpty()) {
      section.fault(CONSUMERS, "name consumers or destinations; the role covers nothing");
    }
    return new GrantedRole(name, roles(section), new Scope.Named(consumers, destinations));
  }

  private static Set<Role> roles(ConfigSection section) {
    Set<String> words = section.read(GRANTS);
    Set<Role> roles =
        words.stream().map(RoleKeys::named).flatMap(Optional::stream).collect(Collectors.toSet());
    if (roles.isEmpty() || roles.size() < words.size()) {
      section.fault(
          GRANTS,
          "must be some of "
              + Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", ")));
    }
    return roles;
  }

  private static Optional<Role> named(String word) {
    return Arrays.stream(Role.values()).filter(role -> role.word().equals(word)).findFirst();
  }
}
