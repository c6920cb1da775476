// SPDX-License-Identifier: Apache-2.0
package org.semel.site;

/** Text as HTML has it. */
final class Html {

  private Html() {}

  /** For an element or an attribute in double quotes. */
  static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
