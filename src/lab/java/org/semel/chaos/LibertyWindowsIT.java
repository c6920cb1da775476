// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;
import org.semel.matrix.Shows;

/**
 * Behind the decision, on an Open Liberty, in what {@code inbox:} receives over managed and over
 * direct sessions. A campaign hits the other windows, and kills the server.
 */
class LibertyWindowsIT extends ServerWindows {

  /** For all of them; ends with this virtual machine at the latest. */
  private static final WindowsStack STACK = WindowsStack.start(ServerKind.LIBERTY);

  private static final List<String> DECIDED = List.of("M8", "D8");

  LibertyWindowsIT() {
    super(STACK);
  }

  @AfterAll
  static void stop() {
    STACK.close();
  }

  @Test
  @Shows(value = "X8 broker", on = ServerKind.LIBERTY)
  void theBrokerDies() {
    killTheBroker(DECIDED);
  }

  @Test
  @Shows(value = "X8 database", on = ServerKind.LIBERTY)
  void theDatabaseDies() {
    killTheDatabase(DECIDED);
  }
}
