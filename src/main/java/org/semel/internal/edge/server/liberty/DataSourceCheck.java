// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Checks that one transaction has one connection of a data source. The pool hands out the same one
 * to those who log in alike. A login that the container supplies is given to what is injected, and
 * not to what is looked up: then a route writes in a branch of its own.
 */
final class DataSourceCheck {

  private static final String LOGIN = "getContainerAuthDataID";

  private DataSourceCheck() {}

  /** Nothing is said of what no one here can see. */
  static Optional<Refusal> refusal(String name, Setting<Optional<Object>> dataSource) {
    return dataSource instanceof Setting.Seen<Optional<Object>> seen
        ? seen.value()
            .flatMap(service -> FactoryServices.answer(service, LOGIN))
            .map(login -> refusal(name))
        : Optional.empty();
  }

  private static Refusal refusal(String name) {
    return new Refusal(
        Code.AUTHENTICATION_SPLITS,
        "The data source %s has containerAuthDataRef: what is injected into a route would be another connection than Semel's, and one transaction would have two branches of one database."
            .formatted(name),
        "Take it out of the <dataSource> in server.xml, and give user and password in its <properties> (server-config/README.md).");
  }
}
