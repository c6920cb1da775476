// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A change of what a name stands for. */
record RegistrationChange<T>(T from, T to) {

  /** A short word for this change and no other, by which a person can say that it is meant. */
  String word() {
    String both = from + " > " + to;
    return UUID.nameUUIDFromBytes(both.getBytes(StandardCharsets.UTF_8)).toString().substring(0, 8);
  }
}
