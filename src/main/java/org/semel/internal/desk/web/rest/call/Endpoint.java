// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.List;
import java.util.stream.Stream;

/**
 * One row of the table of the API: what a method on a path does, and who may do it.
 *
 * @param type whether it acts
 * @param path below the API's own
 * @param permission without which it is refused
 * @param summary a sentence for the description of the API
 * @param parameters all that a request may give; one that gives more is refused
 * @param responder does it
 */
public record Endpoint(
    EndpointType type,
    PathTemplate path,
    Permission permission,
    String summary,
    List<Parameter> parameters,
    Responder responder) {

  /** The kind of endpoint, by what it does to the state. */
  public enum EndpointType {
    /** GET: changes nothing. */
    VIEW,
    /** POST without a memory: reads what is guarded and audited, or costs much. */
    READING,
    /** POST under an Idempotency-Key: a repeat is answered as the first was. */
    ACT;

    public String method() {
      return this == VIEW ? "GET" : "POST";
    }
  }

  /** Answers a request that may be made and whose values are well formed. */
  @FunctionalInterface
  public interface Responder {
    CallResult answer(Call call);
  }

  public static Endpoint view(
      String path, String summary, Responder responder, Parameter... parameters) {
    return new Endpoint(
        EndpointType.VIEW,
        new PathTemplate(path),
        Permission.of(Role.VIEWER),
        summary,
        List.of(parameters),
        responder);
  }

  public static Endpoint reading(
      Role role, String path, String summary, Responder responder, Parameter... parameters) {
    return new Endpoint(
        EndpointType.READING,
        new PathTemplate(path),
        Permission.of(role),
        summary,
        List.of(parameters),
        responder);
  }

  /** An act; its reason is one of its parameters. */
  public static Endpoint act(
      Role role, String path, String summary, Responder responder, Parameter... parameters) {
    return new Endpoint(
        EndpointType.ACT,
        new PathTemplate(path),
        Permission.of(role),
        summary,
        Stream.concat(Stream.of(parameters), Stream.of(Parameter.WHY)).toList(),
        responder);
  }

  /**
   * The same, for a caller that has the role for what the call is about, and not for everything.
   */
  public Endpoint within(ScopeRule rule) {
    return new Endpoint(type, path, permission.within(rule), summary, parameters, responder);
  }

  public Role role() {
    return permission.role;
  }

  /** The rule by which the role must cover the call. */
  public ScopeRule rule() {
    return permission.rule;
  }

  /** Whether the scope of the caller's role covers what the call is about. */
  public boolean admits(Call call) {
    return permission.rule.admits(call, permission.role);
  }

  /** Answers a call that may be made. */
  public CallResult answer(Call call) {
    return responder.answer(call);
  }
}
