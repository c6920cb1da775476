// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

/**
 * A server whose application has been taken away, to make room for another version: a transaction
 * manager that recovers, and nothing of the product but what lies beside the database's driver.
 */
public final class EmptyServer {

  private static final String GONE = "org.semel.internal.engine.receive.consumer.Consumers";

  private EmptyServer() {}

  /** Takes {@link Settings#arguments}. */
  public static void main(String[] arguments) {
    try {
      throw new IllegalStateException("there is still " + Class.forName(GONE));
    } catch (ClassNotFoundException asItShouldBe) {
      new Machinery(Settings.of(arguments)).recover();
      System.out.println(SmallNode.READY);
    }
  }
}
