// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

/** One life of a server's process. A restart gives the same server a new one. */
final class Node {

  private final int server;
  private final String name;
  private boolean dead;

  Node(int server, String name) {
    this.server = server;
    this.name = name;
  }

  int server() {
    return server;
  }

  void die() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  @Override
  public String toString() {
    return name;
  }
}
