// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.semel.internal.engine.receive.identity.Identification.Formerly;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.message.Body;
import org.semel.message.Message;
import org.semel.message.ParkingReason;
import org.semel.message.ProducerKey;

/** The rules that a policy can name. All of them are values: no state, any thread. */
public final class IdentityRules {

  private IdentityRules() {}

  /**
   * {@code source} and {@code id} of a CloudEvent, in structured or binary mode.
   *
   * @see <a
   *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#id">CloudEvents
   *     1.0.2: source + id is unique for each distinct event</a>
   */
  public static IdentityRule cloudEvent() {
    return message -> {
      try {
        Optional<String> source = CloudEvents.attribute(message, "source");
        Optional<String> id = CloudEvents.attribute(message, "id");
        return joined(
            List.of(
                Identification.of(source, "CloudEvent source"),
                Identification.of(id, "CloudEvent id")),
            "CloudEvent source and id");
      } catch (NotJson e) {
        return new Unidentifiable(ParkingReason.NOT_JSON, e.why());
      }
    };
  }

  /**
   * A JMS header or an application's property. The broker's own {@code JMSMessageID} serves only if
   * a policy names it.
   */
  public static IdentityRule header(String name) {
    return message -> Identification.of(message.headers().text(name), "header " + name);
  }

  /**
   * A value inside a JSON body.
   *
   * @param pointer a JSON Pointer (RFC 6901) to a string or a number
   */
  public static IdentityRule json(String pointer) {
    JsonPointer at = JsonPointer.of(pointer);
    return message -> {
      try {
        Body body = message.body();
        Optional<String> found = Json.of(body).at(at, body).flatMap(JsonValue::scalar);
        return Identification.of(found, "string or number at " + pointer + " of the body");
      } catch (NotJson e) {
        return new Unidentifiable(ParkingReason.NOT_JSON, e.why());
      }
    };
  }

  /**
   * The rule that finds what {@code rule} finds, with the time at which it was minted. A message
   * without that time is refused.
   */
  public static IdentityRule minted(IdentityRule rule, MintTime time) {
    return message -> {
      Identification found = rule.identify(message);
      if (!(found instanceof Identified identified)) {
        return found;
      }
      return time.of(message, identified.key())
          .<Identification>map(minted -> new Identified(identified.key(), Optional.of(minted)))
          .orElseGet(
              () ->
                  new Unidentifiable(
                      ParkingReason.IDENTITY_INVALID,
                      "the identity carries no time as " + time + " does"));
    };
  }

  /**
   * The rule that finds what {@code rule} finds, with the key under which a former memory knows the
   * message, if there is such a memory.
   */
  public static IdentityRule succeeding(
      IdentityRule rule, Function<Message, Optional<Formerly>> former) {
    return message -> {
      Identification found = rule.identify(message);
      return found instanceof Identified identified
          ? new Identified(identified.key(), identified.minted(), former.apply(message))
          : found;
    };
  }

  /** A business key of several parts; every part must be there. */
  public static IdentityRule composite(List<IdentityRule> parts) {
    List<IdentityRule> rules = List.copyOf(parts);
    return message ->
        joined(rules.stream().map(rule -> rule.identify(message)).toList(), "composite key");
  }

  /** One key of all {@code parts}, or the result of the first part that has none. */
  private static Identification joined(List<Identification> parts, String sought) {
    List<String> keys = new ArrayList<>();
    for (Identification part : parts) {
      if (!(part instanceof Identified identified)) {
        return part;
      }
      keys.add(identified.key());
    }
    return Identification.of(Optional.of(ProducerKey.join(keys)), sought);
  }

  /**
   * An aggregate and the version that the event gave it: each version of each aggregate takes
   * effect once.
   */
  public static IdentityRule aggregate(IdentityRule aggregate, IdentityRule version) {
    IdentityRule both = composite(List.of(aggregate, version));
    return message ->
        version.identify(message) instanceof Identified found && !found.key().matches("[0-9]{1,18}")
            ? new Unidentifiable(
                ParkingReason.IDENTITY_INVALID, "the aggregate's version is no number")
            : both.identify(message);
  }
}
