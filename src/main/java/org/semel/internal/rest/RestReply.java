// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest;

import java.util.Map;

/**
 * What is answered.
 *
 * @param status of HTTP
 * @param text JSON; its type is among the headers
 * @param headers all of them
 */
public record RestReply(int status, String text, Map<String, String> headers) {

  public RestReply {
    headers = Map.copyOf(headers);
  }
}
