// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import java.util.Optional;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Checks that an entry has what recovery needs. If an entry that the log names is missing, recovery
 * skips every other branch as well; one that has no login ends recovery's thread, as it then reads
 * what was registered with it.
 */
final class EntryCheck {

  private static final String LOGIN = "getRecoveryAuthDataID";

  private final String name;

  EntryCheck(String name) {
    this.name = name;
  }

  /**
   * Passes what is sound, and what no one here can see.
   *
   * @throws SemelException if recovery would fail
   */
  void demand(Setting<Optional<Object>> entry) {
    if (entry instanceof Setting.Seen<Optional<Object>> seen) {
      Object service = seen.value().orElseThrow(this::missing);
      if (FactoryServices.answers(service, LOGIN)
          && FactoryServices.answer(service, LOGIN).isEmpty()) {
        throw withoutLogin();
      }
    }
  }

  private SemelException missing() {
    return new SemelException(
        Code.RECOVERY_ENTRY_UNFIT,
        "recovered-by=%s names nothing by which this server recovers a broker. Name a <connectionFactory> in server.xml by its"
                .formatted(name)
            + " jndiName; an <adminObject> is none.");
  }

  private SemelException withoutLogin() {
    return new SemelException(
        Code.RECOVERY_ENTRY_UNFIT,
        "recovered-by=%s names a <connectionFactory> without recoveryAuthDataRef, with which recovery would fail. Add it in"
                .formatted(name)
            + " server.xml, with an <authData> that the broker accepts; any will do where it asks for no login.");
  }
}
