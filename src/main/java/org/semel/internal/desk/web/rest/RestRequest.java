// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.util.Map;
import java.util.Optional;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.message.Body;

/**
 * A request, as it came.
 *
 * @param method such as GET
 * @param target path below the API's own, and query, both still encoded: {@code /parked?limit=5}
 * @param headers by their names in lower case
 * @param body at most one byte more than {@link RequestGuard#LARGEST_BODY}
 * @param caller who is authenticated; empty if no one is
 */
public record RestRequest(
    String method, String target, Map<String, String> headers, Body body, Optional<Caller> caller) {

  public RestRequest {
    headers = Map.copyOf(headers);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Before the query. */
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** Without its question mark; blank if there is none. */
  String query() {
    int query = target.indexOf('?');
    return query < 0 ? "" : target.substring(query + 1);
  }
}
