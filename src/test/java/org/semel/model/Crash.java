// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

/** The node's process has died here. Of a kind that nobody catches, as nobody survives it. */
final class Crash extends UnknownError {

  private static final long serialVersionUID = 1L;

  Crash(String where) {
    super(where);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
