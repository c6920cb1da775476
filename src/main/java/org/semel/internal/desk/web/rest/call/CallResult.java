// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import jakarta.json.JsonObject;
import java.util.Optional;
import org.semel.internal.desk.watch.redaction.ShownFields;

/** The result of a call, before it is made JSON. */
public sealed interface CallResult
    permits CallResult.Shown,
        CallResult.Opened,
        CallResult.Performed,
        CallResult.Documented,
        ExportedRows {

  /**
   * Something that was asked for.
   *
   * @param fields what is shown of the bodies in it
   */
  record Shown(Record value, ShownFields fields) implements CallResult {}

  /** Something with its payload, for a caller that may read it. */
  record Opened(Record value) implements CallResult {}

  /** The result of an act: one of the sealed answers of the operations. */
  record Performed(Record outcome) implements CallResult {}

  /** The description of this API; nothing of it comes from outside. */
  record Documented(JsonObject api) implements CallResult {}

  static CallResult shown(Record value) {
    return new Shown(value, ShownFields.NONE);
  }

  /** An answer of the operations, all of which are records. */
  static CallResult performed(Object outcome) {
    return new Performed((Record) outcome);
  }

  /**
   * The result that shows what was found.
   *
   * @param what for the refusal if nothing was
   */
  static CallResult found(Optional<? extends Record> found, String what) {
    return shown(present(found, what));
  }

  /** The value that was found. */
  static <T> T present(Optional<T> found, String what) {
    return found.orElseThrow(() -> RequestRefused.absent("There is no " + what + "."));
  }
}
