// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import java.util.List;
import java.util.Optional;

/** A body as a person without the right to payload sees it, where its consumer shows fields. */
sealed interface BodyView {

  /**
   * The values that the policy allows, in the order of the document.
   *
   * @param isComplete whether they are all; otherwise there are more than are shown
   */
  record AllowedFields(List<ShownField> fields, boolean isComplete) implements BodyView {}

  /**
   * Nothing of it.
   *
   * @param digest SHA-256 of its bytes, in hexadecimal; empty if they were not read
   */
  record NothingOfIt(WhyNothing why, Optional<String> digest) implements BodyView {}

  /** The reason for which no field is shown. */
  enum WhyNothing {
    /** It is too large for a view, one of too many, or not the one that came. */
    NOT_READ,
    /** It is no JSON, or its meaning is doubtful. */
    NOT_JSON
  }

  /**
   * One value.
   *
   * @param at where it stands in the document
   * @param text its characters, as they stand there
   * @param isWhole whether that is all of it
   */
  record ShownField(String at, String text, boolean isWhole) {}
}
