// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Checks that a pooled connection factory belongs to the adapter that this server can recover. Once
 * an application has a message-driven bean over the stock adapter, recovery puts a question to it
 * that it never answers well. Until then no transaction of the server is completed, not even those
 * without such a bean. Adapters of other brokers are not judged.
 */
final class AdapterCheck {

  private static final String STOCK = "org.apache.activemq.artemis.ra.";

  private AdapterCheck() {}

  /** Nothing is said of what no one here can see. */
  static Optional<Refusal> refusal(String name, Object factory) {
    return FactoryServices.answer(factory, "getResourceAdapter")
        .map(adapter -> adapter.getClass().getName())
        .filter(type -> type.startsWith(STOCK))
        .map(type -> refused(name, type));
  }

  /**
   * Passes the same.
   *
   * @throws SemelException if recovery could wait for ever
   */
  static void demand(String name, Object factory) {
    refusal(name, factory)
        .ifPresent(
            refusal -> {
              throw new SemelException(refusal.code(), refusal.finding() + " " + refusal.remedy());
            });
  }

  private static Refusal refused(String name, String type) {
    return new Refusal(
        Code.ADAPTER_UNFIT,
        "The connection factory %s belongs to the stock adapter (%s): after a crash a message-driven bean over it would let recovery wait for ever, for all applications."
            .formatted(name, type),
        "Let the <resourceAdapter> in server.xml have location=\".../semel-artemis.rar\" (server-config/README.md).");
  }
}
