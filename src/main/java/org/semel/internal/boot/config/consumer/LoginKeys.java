// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.edge.jms.Login;

/** The keys by which a consumer logs in to its broker. */
public final class LoginKeys {

  static final ConfigKey<String> USER =
      new ConfigKey<>(
          "user",
          "",
          ValueType.text("a name"),
          "The broker user for this consumer's sessions and its start-up proof, with every way to join a transaction. By"
              + " default the user of the server's connection factory, if that has one: a pooled factory can have one,"
              + " a plain factory cannot. Requires password. Recovery has a login of its own (server-config/README.md).");

  static final ConfigKey<String> PASSWORD =
      new ConfigKey<>(
          "password",
          "",
          ValueType.secret("a text"),
          "The password of user. Use an expression (${my.vault.key}) that a MicroProfile Config source expands. A password"
              + " without an expression is taken as it is written, dollars included. Semel never logs the password and"
              + " never quotes it in an error.");

  private LoginKeys() {}

  /** The login, if the section names one. */
  public static Optional<Login> read(ConfigSection section) {
    String user = section.read(USER);
    String password = section.read(PASSWORD);
    if (user.isEmpty() != password.isEmpty()) {
      ConfigKey<String> missing = user.isEmpty() ? USER : PASSWORD;
      section.fault(missing, "must be given too: user and password belong together");
    }
    return user.isEmpty() ? Optional.empty() : Optional.of(new Login(user, password));
  }
}
