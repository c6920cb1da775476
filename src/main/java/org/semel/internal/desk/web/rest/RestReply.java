// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;

/**
 * The API's answer.
 *
 * @param status of HTTP
 * @param text JSON, or the first page of rows; its type is among the headers
 * @param headers all of them
 * @param more what is to be written behind the text, made as it is asked for; throws {@link
 *     java.io.UncheckedIOException} if it cannot be
 */
public record RestReply(
    int status, String text, Map<String, String> headers, Iterator<String> more) {

  public RestReply {
    headers = Map.copyOf(headers);
  }

  /** All of it, at once. */
  RestReply(int status, String text, Map<String, String> headers) {
    this(status, text, headers, Collections.emptyIterator());
  }
}
