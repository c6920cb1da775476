// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;
import org.semel.matrix.Shows;

/** In each window, on a WildFly. */
class WildFlyWindowsIT extends ServerWindows {

  /** For all of them; ends with this virtual machine at the latest. */
  private static final WindowsStack STACK = WindowsStack.start(ServerKind.WILDFLY);

  WildFlyWindowsIT() {
    super(STACK);
  }

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @Test
  @Shows(
      value = {
        "J3 server",
        "J4 server",
        "J6 server",
        "J7 server",
        "J8 server",
        "J9 server",
        "J10 server",
        "M6 server",
        "M7 server",
        "M8 server",
        "M9 server",
        "M10 server",
        "D6 server",
        "D7 server",
        "D8 server",
        "D9 server",
        "D10 server"
      },
      on = ServerKind.WILDFLY)
  void theServerDies() {
    killTheServer(
        List.of(
            "J3", "J4", "J6", "J7", "J8", "J9", "J10", "M6", "M7", "M8", "M9", "M10", "D6", "D7",
            "D8", "D9", "D10"));
  }

  @Test
  @Shows(
      value = {
        "J3 broker",
        "J4 broker",
        "J6 broker",
        "J8 broker",
        "J9 broker",
        "M8 broker",
        "D8 broker"
      },
      on = ServerKind.WILDFLY)
  void theBrokerDies() {
    killTheBroker(List.of("J3", "J4", "J6", "J8", "J9", "M8", "D8"));
  }

  @Test
  @Shows(
      value = {
        "J3 database",
        "J4 database",
        "J6 database",
        "J8 database",
        "J9 database",
        "M8 database",
        "D8 database"
      },
      on = ServerKind.WILDFLY)
  void theDatabaseDies() {
    killTheDatabase(List.of("J3", "J4", "J6", "J8", "J9", "M8", "D8"));
  }
}
