// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.boot.config.key.ValueType;
import org.semel.internal.jms.Login;

/** The keys by which a consumer logs in to its broker. */
public final class LoginKeys {

  static final ConfigKey<String> USER =
      new ConfigKey<>(
          "user",
          "",
          ValueType.text("a name"),
          "The user by which this consumer's sessions, and its start-up proof, log in to the broker, however they join the"
              + " transaction. By default the one that the server's connection factory names, if it names one: a pooled factory"
              + " of WildFly's can (user), a plain one cannot. Goes with password. Recovery logs in for itself"
              + " (server-config/README.md).");

  static final ConfigKey<String> PASSWORD =
      new ConfigKey<>(
          "password",
          "",
          ValueType.secret("a text"),
          "The password of user. Let it be an expression (${my.vault.key}) that a source of MicroProfile Config expands."
              + " Never logged, and never quoted in an error.");

  private LoginKeys() {}

  /** Who logs in, if the section says so. */
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
