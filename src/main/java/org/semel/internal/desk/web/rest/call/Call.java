// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import static java.util.stream.Collectors.joining;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.message.Identity;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.RowVersion;

/** A request that may be made, with its values, each of the type that the table of the API says. */
public final class Call {

  private static final int MOST = 500;
  private static final int USUAL = 50;

  private final Caller caller;
  private final Map<String, Object> values = new HashMap<>();

  /**
   * A call of an endpoint.
   *
   * @param parameters all that it may be given, apart from its path
   * @param places the values in the path
   * @param given all others
   * @throws RequestRefused if one is missing, unknown or of another type
   */
  public Call(
      List<Parameter> parameters,
      Caller caller,
      Map<String, String> places,
      Map<String, Object> given) {
    this.caller = caller;
    places.forEach((name, text) -> values.put(name, TypedValue.of(name, typeOf(name), text)));
    given.forEach(
        (name, value) ->
            values.put(name, TypedValue.of(name, known(parameters, name).type(), value)));
    for (Parameter parameter : parameters) {
      if (parameter.required() && !values.containsKey(parameter.name())) {
        throw RequestRefused.invalid("'" + parameter.name() + "' is missing.");
      }
    }
  }

  private static Parameter known(List<Parameter> parameters, String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                RequestRefused.invalid(
                    Texts.quoted(name)
                        + " is not known here; known are: "
                        + parameters.stream().map(Parameter::name).collect(joining(", "))
                        + "."));
  }

  /** The type of what stands in a path. */
  public static Parameter.Type typeOf(String place) {
    return switch (place) {
      case "id" -> Parameter.Type.NUMBER;
      case "key" -> Parameter.Type.UUID;
      default -> Parameter.Type.TEXT;
    };
  }

  public Caller caller() {
    return caller;
  }

  /** Refuses a caller without {@code role} for {@code target}. */
  public void require(Role role, Target target, String what) {
    if (!caller.may(role, target)) {
      throw RequestRefused.forbidden(
          Code.ROLE_MISSING, what + " needs the role " + role.word() + ".");
    }
  }

  /** Whether a list shows the caller what belongs to {@code target}. */
  public boolean shows(Target target) {
    return caller.may(Role.VIEWER, target);
  }

  /** The operator who acts, and the reason. */
  public OperatorContext by() {
    return RequestRefused.unlessMade(() -> new OperatorContext(caller.name(), text("why")));
  }

  /**
   * The version that the caller has looked at; if the call names none, the version that is there
   * now.
   */
  public RowVersion seen() {
    return find(Parameter.VERSION.name(), Long.class)
        .map(RowVersion::new)
        .orElse(RowVersion.LATEST);
  }

  /** A text that the table says is required. */
  public String text(String name) {
    return find(name, String.class).orElseThrow();
  }

  public <T> Optional<T> find(String name, Class<T> type) {
    return Optional.ofNullable(values.get(name)).map(type::cast);
  }

  public long number(String name, long otherwise) {
    return find(name, Long.class).orElse(otherwise);
  }

  /** Whether a value is true that the table says is required. */
  public boolean isTrue(String name) {
    return find(name, Boolean.class).orElseThrow();
  }

  /** Those of {@code parameters} that were given, as a query. */
  public String query(Parameter... parameters) {
    return Stream.of(parameters)
        .map(Parameter::name)
        .flatMap(name -> find(name, Object.class).map(value -> Query.pair(name, value)).stream())
        .collect(joining("&"));
  }

  /** The number in the path. */
  public long id() {
    return number("id", 0);
  }

  /** The key of an intent, in the path. */
  public UUID intent() {
    return find("key", UUID.class).orElseThrow();
  }

  /** The identity, or the aggregate, that the values {@code consumer} and {@code key} name. */
  public Identity identity() {
    return new Identity(text("consumer"), text("key"));
  }

  /** The number of items of a list. */
  public int limit() {
    return most("limit", USUAL, MOST);
  }

  /** A number of 1 to {@code most}. */
  public int most(String name, int usual, int most) {
    long number = number(name, usual);
    if (number < 1 || number > most) {
      throw RequestRefused.invalid("'" + name + "' must be 1 to " + most + ".");
    }
    return (int) number;
  }
}
