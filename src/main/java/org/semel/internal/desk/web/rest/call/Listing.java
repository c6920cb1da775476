// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of a list.
 *
 * @param items as they are
 * @param next target of the next page, below the API's own path; empty if this is the last one
 */
public record Listing(List<?> items, Optional<String> next) {

  /** A list that has no more pages. */
  public static Listing whole(List<?> items) {
    return new Listing(items, Optional.empty());
  }

  /**
   * A page of up to {@code limit} items; a full one is taken to have one behind it.
   *
   * @param place what the next page begins behind, of the last item; {@code after=17}
   */
  public static <T> Listing page(
      List<T> items, int limit, String target, Function<T, String> place) {
    if (items.size() < limit) {
      return whole(items);
    }
    String begin = target + (target.contains("?") ? "&" : "?");
    String last = place.apply(items.get(items.size() - 1));
    return new Listing(items, Optional.of(begin + last + "&" + Query.pair("limit", limit)));
  }
}
