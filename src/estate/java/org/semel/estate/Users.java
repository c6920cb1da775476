// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Who may log in to the servers of demo and tests: a user for each role, of the role's name, and
 * one of a team. The approver may look, too.
 */
public enum Users {
  VIEWER,
  OPERATOR,
  ADMIN,
  PAYLOAD,
  APPROVER,
  /** Has roles of Semel for one consumer of the example and its destination. */
  TEAM;

  private static final String REALM = "ApplicationRealm";

  /** Under which the audit knows them. */
  public String user() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String password() {
    return user() + "-1";
  }

  /** The role, which is a group on both servers. */
  public String role() {
    return this == TEAM ? "reservations-team" : "semel-" + user();
  }

  /** As a request's header {@code Authorization} has it. */
  public String basic() {
    byte[] login = (user() + ":" + password()).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  /**
   * As {@code add-user.sh -a -u USER -p PASSWORD -g ROLE} writes them, which would start six
   * machines.
   */
  static void addTo(Path configuration) throws IOException {
    append(configuration.resolve("application-users.properties"), Users::hashed);
    append(configuration.resolve("application-roles.properties"), Users::line);
  }

  private static void append(Path file, java.util.function.Function<Users, String> line)
      throws IOException {
    String lines = Stream.of(values()).map(line).collect(joining("\n", "\n", "\n"));
    Files.writeString(file, lines, StandardOpenOption.APPEND);
  }

  private static String hashed(Users user) {
    try {
      String text = user.user() + ":" + REALM + ":" + user.password();
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return user.user() + "=" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String line(Users user) {
    return user.user() + "=" + String.join(",", user.granted());
  }

  /** The names of all roles that they have. */
  public Set<String> granted() {
    return roles().map(Users::role).collect(toCollection(TreeSet::new));
  }

  /** Who approves a plan must see it. */
  private Stream<Users> roles() {
    return this == APPROVER ? Stream.of(APPROVER, VIEWER) : Stream.of(this);
  }

  /** The registry of Open Liberty with all of them. */
  static String registry() {
    Stream<String> users =
        Stream.of(values())
            .map(
                user ->
                    "  <user name=\"%s\" password=\"%s\"/>\n"
                        .formatted(user.user(), user.password()));
    Stream<String> groups = Stream.of(values()).map(Users::group);
    return Stream.concat(users, groups)
        .collect(
            joining("", "<basicRegistry id=\"semel\" realm=\"semel\">\n", "</basicRegistry>\n"));
  }

  private static String group(Users role) {
    return Stream.of(values())
        .filter(user -> user.roles().anyMatch(role::equals))
        .map(user -> "<member name=\"" + user.user() + "\"/>")
        .collect(joining("", "  <group name=\"" + role.role() + "\">", "</group>\n"));
  }
}
