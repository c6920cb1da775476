// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.Key;
import org.semel.internal.boot.config.key.Key.Says;
import org.semel.internal.boot.config.key.KeyTable;
import org.semel.internal.boot.config.key.Rule;
import org.semel.internal.desk.web.GrantedRole;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.desk.web.rest.call.Scope;

/** The keys of a role of the application: {@code semel.role.<role>.<key>}. */
public record RoleKeys(
    @Key(range = "names of Semel's roles, separated by commas")
        @Says(
            "What users with this role of the application may do over the REST API and in the console, within its scope:"
                + " semel-viewer, semel-operator, semel-admin, semel-payload, semel-approver. Whom the server gives one of these"
                + " roles itself has it for everything.")
        Set<String> grants,
    @Key(range = "names, separated by commas; a name may end in *", form = RoleKeys.NAME)
        @Says("The scope: consumers, with their messages, identities, gaps and plans.")
        Set<String> consumers,
    @Key(range = "names, separated by commas; a name may end in *", form = RoleKeys.NAME)
        @Says(
            "The scope: destinations, with their intents and plans. They count by themselves: a consumer's intents are shown"
                + " with its identities, and acted on by those who have the role for their destination.")
        Set<String> destinations) {

  static final String NAME = "[A-Za-z0-9._-]{1,64}\\*?|\\*";

  static final KeyTable<RoleKeys> TABLE = KeyTable.of(RoleKeys.class);

  /**
   * The role of this name, without defaults behind its keys; empty if there is a fault.
   *
   * @param faults gets each as a line
   */
  static Optional<GrantedRole> read(Config config, String name, List<String> faults) {
    return new ConfigSection<>(config, TABLE, "semel.role." + name + ".")
        .read(
            rules(name),
            faults,
            keys ->
                new GrantedRole(
                    name, keys.roles(), new Scope.Named(keys.consumers, keys.destinations)));
  }

  private static List<Rule<RoleKeys>> rules(String name) {
    return List.of(
        Rule.of(
            "grants",
            keys -> named(name).isPresent(),
            "the role " + name + " is Semel's own, and covers everything"),
        Rule.of(
            "consumers",
            keys -> keys.consumers.isEmpty() && keys.destinations.isEmpty(),
            "name consumers or destinations; the role covers nothing"),
        Rule.of(
            "grants",
            keys -> keys.grants.isEmpty() || keys.roles().size() < keys.grants.size(),
            "must be some of "
                + Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", "))));
  }

  private Set<Role> roles() {
    return grants.stream()
        .map(RoleKeys::named)
        .flatMap(Optional::stream)
        .collect(Collectors.toSet());
  }

  private static Optional<Role> named(String word) {
    return Arrays.stream(Role.values()).filter(role -> role.word().equals(word)).findFirst();
  }
}
