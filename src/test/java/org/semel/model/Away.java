// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

/** Database or broker cannot be reached, has forgotten us, or lets us wait too long; passes. */
final class Away extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Away(String who) {
    super(who, null, false, false);
  }
}
