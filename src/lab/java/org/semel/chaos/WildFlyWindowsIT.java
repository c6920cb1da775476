// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;
import org.semel.matrix.Shows;

/** In all windows from the claim to the end of the commit at once, on a WildFly. */
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
        "X3 server",
        "X4 server",
        "X5 server",
        "X6 server",
        "X7 server",
        "X8 server",
        "X9 server",
        "X10 server",
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
    killTheServer(STACK.windows());
  }

  @Test
  @Shows(
      value = {
        "X3 broker",
        "X4 broker",
        "X5 broker",
        "X6 broker",
        "X7 broker",
        "X8 broker",
        "X9 broker",
        "X10 broker",
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
    killTheBroker(STACK.windows());
  }

  @Test
  @Shows(
      value = {
        "X3 database",
        "X4 database",
        "X5 database",
        "X6 database",
        "X7 database",
        "X8 database",
        "X9 database",
        "X10 database",
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
    killTheDatabase(STACK.windows());
  }

  @Test
  @Shows(
      value = {"X6 all", "X7 all", "X8 all", "X9 all", "X10 all"},
      on = ServerKind.WILDFLY)
  void serverBrokerAndDatabaseDieAtOnce() {
    killAll(STACK.windows());
  }

  @Test
  @Shows(value = "X21 broker and database", on = ServerKind.WILDFLY)
  void brokerAndDatabaseDieAtOnceAndTheServerLivesOn() {
    killBrokerAndDatabase(List.of("J8", "M8", "D8"));
  }
}
