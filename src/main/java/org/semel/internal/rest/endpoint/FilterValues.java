// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.endpoint;

import static org.semel.internal.rest.call.Parameter.GROUP;
import static org.semel.internal.rest.call.Parameter.KEYS;
import static org.semel.internal.rest.call.Parameter.MESSAGE_ID;
import static org.semel.internal.rest.call.Parameter.REASON;
import static org.semel.internal.rest.call.Parameter.SINCE;
import static org.semel.internal.rest.call.Parameter.TEXT;
import static org.semel.internal.rest.call.Parameter.UNTIL;

import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.semel.internal.rest.call.Call;
import org.semel.internal.rest.call.Parameter;
import org.semel.internal.rest.call.RequestRefused;
import org.semel.internal.rest.call.Role;
import org.semel.internal.rest.call.Texts;
import org.semel.operations.IntentRecord.Position;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;

/** Reads what a call narrows a list, or a plan, by. */
final class FilterValues {

  private FilterValues() {}

  /** What a call filters by. Who may not read payload must not find out about it by searching. */
  static ParkedFilter of(Call call, Target owner) {
    Optional<String> text = call.find(TEXT.name(), String.class);
    if (text.isPresent()) {
      call.require(Role.PAYLOAD, owner, "Searching for a text in failures");
    }
    return new ParkedFilter(
        call.find(REASON.name(), String.class),
        call.find(GROUP.name(), String.class),
        text,
        new ParkedFilter.Period(
            call.find(SINCE.name(), Instant.class), call.find(UNTIL.name(), Instant.class)),
        keys(call),
        call.find(MESSAGE_ID.name(), String.class));
  }

  /** One a line, however a line ends. Blank lines alone must not come to mean any key. */
  private static Set<String> keys(Call call) {
    Optional<String> given = call.find(KEYS.name(), String.class);
    Set<String> keys =
        given.stream()
            .flatMap(String::lines)
            .filter(key -> !key.isBlank())
            .collect(Collectors.toSet());
    if (given.isPresent() && keys.isEmpty()) {
      throw RequestRefused.invalid("'keys' names no key; leave it out for any.");
    }
    return keys;
  }

  /** How a place in a list of intents is written in a link. */
  static String place(Position position) {
    return position.recorded() + "_" + position.key();
  }

  /** Behind which place a list goes on; from its beginning, unless told. */
  static Position after(Call call, Parameter place) {
    return call.find(place.name(), String.class).map(FilterValues::position).orElse(Position.START);
  }

  private static Position position(String place) {
    String[] parts = place.split("_", 2);
    try {
      return new Position(
          Texts.time(parts[0]).orElseThrow(), UUID.fromString(parts[parts.length - 1]));
    } catch (NoSuchElementException | IllegalArgumentException e) {
      throw RequestRefused.invalid("'after' is no place of this list; take it from the link next.");
    }
  }
}
