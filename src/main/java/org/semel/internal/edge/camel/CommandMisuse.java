// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import org.semel.Code;
import org.semel.SemelException;

/** A command of the inbox that is used as a consumer, or without its name. */
public final class CommandMisuse {

  /** The remedy, in a whole sentence. */
  public static final String REMEDY =
      "Give the consumer another name, or write what was meant: to(\"inbox:step?name=...\") or"
          + " to(\"inbox:effect?name=...\").";

  private CommandMisuse() {}

  /** Of an endpoint that no rule has seen, because it was put together later. */
  static SemelException refused(String uri, String why) {
    return new SemelException(Code.INBOX_COMMAND_MISUSED, uri + " " + why + ". " + REMEDY);
  }
}
