// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import static org.semel.internal.desk.web.rest.call.Parameter.GROUP;
import static org.semel.internal.desk.web.rest.call.Parameter.KEYS;
import static org.semel.internal.desk.web.rest.call.Parameter.MESSAGE_ID;
import static org.semel.internal.desk.web.rest.call.Parameter.REASON;
import static org.semel.internal.desk.web.rest.call.Parameter.SINCE;
import static org.semel.internal.desk.web.rest.call.Parameter.TEXT;
import static org.semel.internal.desk.web.rest.call.Parameter.UNTIL;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.desk.web.rest.call.Call;
import org.semel.internal.desk.web.rest.call.Parameter;
import org.semel.internal.desk.web.rest.call.RequestRefused;
import org.semel.internal.desk.web.rest.call.Role;
import org.semel.internal.engine.send.Destination;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditFilter;
import org.semel.operations.IntentRecord;
import org.semel.operations.KeptActs.KeptFilter;
import org.semel.operations.ParkedFilter;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;

/** Reads what a call narrows a list, or a plan, by. */
final class FilterValues {

  static final Parameter TYPE =
      Parameter.optional(
          "type",
          Parameter.Type.TEXT,
          "Only kept messages of this event type, as their header ce_type, cloudEvents_type,"
              + " cloudEvents:type, ce-type or JMSType says. Needs semel-payload, as headers are"
              + " payload.");

  static final Parameter WHO =
      Parameter.optional("who", Parameter.Type.FOREIGN, "Done by whom; the name, whole.");

  static final Parameter ACT = Parameter.optional("act", Parameter.Type.TEXT, "This act.");

  static final Parameter SUBJECT =
      Parameter.optional(
          "subject",
          Parameter.Type.FOREIGN,
          "Occurs literally in what was acted on, such as parked 17.");

  /** The highest number of kept messages. */
  private static final String UP_TO = "upTo";

  private FilterValues() {}

  /**
   * The filter of a call. A caller that may not read payload must not find out about it by
   * searching.
   */
  static ParkedFilter of(Call call, Target owner) {
    Optional<String> text = call.find(TEXT.name(), String.class);
    if (text.isPresent()) {
      call.require(Role.PAYLOAD, owner, "Searching for a text in failures");
    }
    return new ParkedFilter(
        reason(call, owner),
        call.find(GROUP.name(), String.class),
        text,
        period(call),
        keys(call),
        call.find(MESSAGE_ID.name(), String.class));
  }

  private static Optional<String> reason(Call call, Target owner) {
    return named(
        call,
        REASON,
        owner.kind() == TargetKind.CONSUMER
            ? ParkingReason.known().stream().map(ParkingReason::name)
            : Stream.of(IntentRecord.Reason.values()).map(Enum::name));
  }

  /**
   * The name that a call gives. One that is misspelt is refused: its list would say that there is
   * nothing.
   */
  private static Optional<String> named(Call call, Parameter parameter, Stream<String> all) {
    List<String> known = all.toList();
    Optional<String> name = call.find(parameter.name(), String.class);
    if (name.isPresent() && !known.contains(name.get())) {
      throw RequestRefused.invalid(
          "'" + parameter.name() + "' must be one of " + String.join(", ", known) + ".");
    }
    return name;
  }

  /** The filter of a call over the audit. */
  static AuditFilter audit(Call call) {
    Stream<Act> acts = Stream.of(Act.values()).filter(act -> act != Act.UNKNOWN);
    return new AuditFilter(
        call.find(WHO.name(), String.class),
        named(call, ACT, acts.map(Act::name)).map(Act::valueOf),
        call.find(SUBJECT.name(), String.class),
        period(call));
  }

  /** The filter of a call over kept messages. */
  static KeptFilter kept(Call call, Target owner) {
    Optional<String> type = call.find(TYPE.name(), String.class);
    if (type.isPresent()) {
      call.require(Role.PAYLOAD, owner, "Searching for a type of events");
    }
    return new KeptFilter(
        call.number(UP_TO, Long.MAX_VALUE),
        period(call),
        keys(call),
        call.find(MESSAGE_ID.name(), String.class),
        type);
  }

  static ParkedFilter.Period period(Call call) {
    return new ParkedFilter.Period(
        call.find(SINCE.name(), Instant.class), call.find(UNTIL.name(), Instant.class));
  }

  /** A name that a destination can have. */
  static String destination(String name) {
    return RequestRefused.unlessMade(() -> new Destination(name)).name();
  }

  /** One a line, however a line ends. Blank lines alone must not come to mean any key. */
  static Set<String> keys(Call call) {
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
}
