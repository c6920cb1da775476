// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

/** Code of an application, as Semel sees it: it is none of Semel's own. */
public final class Shop {

  private Shop() {}

  /** Fails: there is a seat for nobody. */
  public static void reserve(String what) {
    if (!what.isEmpty()) {
      throw new IllegalStateException("no seat for " + what);
    }
  }
}
