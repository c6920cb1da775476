// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

/** A trial's act that is not there inside a deployed application. */
final class NotInServer {

  private NotInServer() {}

  /** Says so, and where it can. */
  static IllegalStateException because(String what) {
    return new IllegalStateException(
        "Not available inside a deployed application: "
            + what
            + ". Run the class itself, without Arquillian: then the kit starts the application in a virtual machine of its own.");
  }
}
