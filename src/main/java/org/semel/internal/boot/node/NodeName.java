// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.lang.management.ManagementFactory;

/** The name of a node, for people: nothing depends on it. */
public final class NodeName {

  private NodeName() {}

  /**
   * Such as {@code shop, 4711@app-1}: the application, the number of the process, the machine.
   *
   * @param application blank if it has no name
   */
  public static String of(String application) {
    String process = ManagementFactory.getRuntimeMXBean().getName();
    return application.isBlank() ? process : application + ", " + process;
  }
}
