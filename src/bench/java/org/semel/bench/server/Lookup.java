// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Parts of the server that have another name on each; the command line says which. */
final class Lookup {

  private Lookup() {}

  /** What {@code -Dbench.part} names. */
  @SuppressWarnings("BanJNDI") // the name is the command line's, and no user's
  static <T> T of(Class<T> type, String part) {
    String name = System.getProperty("bench." + part);
    try {
      return type.cast(InitialContext.doLookup(name));
    } catch (NamingException e) {
      throw new IllegalStateException("there is no " + part + " at " + name, e);
    }
  }
}
