// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Base64;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Texts;
import org.semel.message.Body;
import org.semel.operations.ParkedActs.GroupPlace;

/** Places in lists that are sorted by more than a number, as links have them. */
final class Places {

  /** Behind which place a list goes on. */
  static final Parameter AFTER =
      Parameter.optional(
          "after",
          Parameter.Type.TEXT,
          "Only those behind this place in the same list; from the link next.");

  private static final int PARTS = 4;

  private Places() {}

  /** A place by a time, and an id for what has the same time. */
  static String link(Instant at, UUID id) {
    return Query.pair(AFTER.name(), at + "_" + id);
  }

  /** A place by a time and an id; empty for the beginning. */
  static <P> Optional<P> after(Call call, BiFunction<Instant, UUID, P> place) {
    return call.find(AFTER.name(), String.class).map(text -> place(text, place));
  }

  private static <P> P place(String text, BiFunction<Instant, UUID, P> place) {
    String[] parts = text.split("_", 2);
    try {
      return place.apply(
          Texts.time(parts[0]).orElseThrow(), UUID.fromString(parts[parts.length - 1]));
    } catch (NoSuchElementException | IllegalArgumentException e) {
      throw noPlace();
    }
  }

  /** A place in a list of groups. The group's own name may be any text: it stands last. */
  static String link(GroupPlace place) {
    String parts =
        String.join(
            "\n", String.valueOf(place.rows()), place.owner(), place.reason(), place.group());
    return Query.pair(
        AFTER.name(),
        Base64.getUrlEncoder().withoutPadding().encodeToString(parts.getBytes(UTF_8)));
  }

  /** A place in a list of groups; the beginning of the list if the call names none. */
  static GroupPlace group(Call call) {
    return call.find(AFTER.name(), String.class).map(Places::group).orElse(GroupPlace.START);
  }

  private static GroupPlace group(String text) {
    try {
      String whole = new String(Base64.getUrlDecoder().decode(text), UTF_8);
      String[] parts = whole.split("\n", PARTS);
      if (parts.length == PARTS && Body.canHold(whole)) {
        return new GroupPlace(Long.parseLong(parts[0]), parts[1], parts[2], parts[3]);
      }
    } catch (IllegalArgumentException e) {
      // said below, as of one with fewer parts
    }
    throw noPlace();
  }

  private static RequestRefused noPlace() {
    return RequestRefused.invalid("'after' is no place of this list; take it from the link next.");
  }
}
