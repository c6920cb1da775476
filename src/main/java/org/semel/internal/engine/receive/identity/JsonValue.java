// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.Optional;

/**
 * The digest of one value of a JSON document: enough to tell whether another means the same, in
 * memory that does not grow with what is in it.
 *
 * @param kind what it is
 * @param text of a string the characters, of a number its shortest spelling, both cut and digested
 *     where they are too long to be a key; of an array or object the digest of what is in it
 */
record JsonValue(Kind kind, String text) {

  /** The kind of a value. */
  enum Kind {
    STRING('"'),
    NUMBER('#'),
    LITERAL('='),
    ARRAY('['),
    OBJECT('{');

    private final char mark;

    Kind(char mark) {
      this.mark = mark;
    }

    /** One byte of ASCII, another one for each kind. */
    byte mark() {
      return (byte) mark;
    }
  }

  /** The text of a string or number that may serve as part of a key; empty for anything else. */
  Optional<String> scalar() {
    return kind == Kind.STRING || kind == Kind.NUMBER ? Optional.of(text) : Optional.empty();
  }
}
