// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import org.semel.Code;

/**
 * Something that would break the promise.
 *
 * @param code what kind of thing
 * @param finding what was found
 * @param remedy what to do about it
 */
public record Refusal(Code code, String finding, String remedy) {

  @Override
  public String toString() {
    return code.text() + " " + finding + " " + remedy;
  }
}
