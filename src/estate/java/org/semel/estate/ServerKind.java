// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The servers that demo and tests run on, as {@code -Dsemel.server} names them. */
public enum ServerKind {
  WILDFLY("WildFly", "server-config/wildfly/configure.cli"),
  LIBERTY("Open Liberty", "server-config/liberty/semel.xml");

  private final String product;
  private final String configuration;

  ServerKind(String product, String configuration) {
    this.product = product;
    this.configuration = configuration;
  }

  /**
   * The one of this name.
   *
   * @throws IllegalArgumentException if there is none, with the names that there are
   */
  public static ServerKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name.strip()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " is none of " + List.of(values())));
  }

  /** A server of this kind with its broker, not started yet. */
  public Site site(Path directory, Postgres postgres) {
    return switch (this) {
      case WILDFLY -> new WildFlySite(directory, postgres);
      case LIBERTY -> new LibertySite(directory, postgres);
    };
  }

  /** What people call it. */
  public String product() {
    return product;
  }

  /** Of the one that the build has unpacked. */
  public String version() {
    return switch (this) {
      case WILDFLY -> Unpacked.wildFly().version();
      case LIBERTY -> Unpacked.liberty().version();
    };
  }

  /** The file of ours that configures it. */
  public String configuration() {
    return configuration;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
