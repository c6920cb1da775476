// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.util.Map;
import java.util.TreeMap;
import org.semel.internal.desk.watch.ProgramVersion;

/** The software of a node, with its versions. */
public final class NodeVersions {

  private NodeVersions() {}

  /**
   * By the name of what has it.
   *
   * @param camel version of Camel
   * @param server name and version of the server, as it says of itself; blank if it says nothing
   */
  public static Map<String, String> of(String camel, String server) {
    Map<String, String> versions = new TreeMap<>();
    versions.put("Semel", ProgramVersion.read());
    versions.put("Camel", camel);
    versions.put("Java", Runtime.version() + ", " + System.getProperty("java.vendor", ""));
    if (!server.isBlank()) {
      versions.put("Server", server);
    }
    return versions;
  }
}
