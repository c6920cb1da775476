// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

/** A text that is never shown, neither in a fault nor by {@link #toString}. */
public record Secret(String text) {

  @Override
  public String toString() {
    return "(not shown)";
  }
}
