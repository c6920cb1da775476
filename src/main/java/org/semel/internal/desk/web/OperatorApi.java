// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.semel.internal.desk.operate.act.AnsweredRequests;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.act.RequestKeys;
import org.semel.internal.desk.watch.Exposure;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.desk.web.rest.RestApi;
import org.semel.internal.desk.web.rest.RestReply;
import org.semel.internal.desk.web.rest.RestRequest;
import org.semel.internal.desk.web.rest.call.Caller;
import org.semel.operations.Operations;

/** The operators' API over HTTP, where the configuration switches it on. */
public final class OperatorApi {

  private final RestApi rest;
  private final CallerRoles roles;

  private OperatorApi(RestApi rest, CallerRoles roles) {
    this.rest = rest;
    this.roles = roles;
  }

  /**
   * The API of an application; empty where the configuration leaves it off.
   *
   * @param fields what is shown of the bodies of the consumer of this name
   * @param granted roles of the application
   * @param refusals counts callers that were refused for want of a role
   */
  public static Optional<OperatorApi> of(
      Exposure exposure,
      Function<String, ShownFields> fields,
      List<GrantedRole> granted,
      Operations operations,
      OperatorTransactions transactions,
      RequestKeys keys,
      Runnable refusals) {
    return exposure.hasConsole()
        ? Optional.of(
            new OperatorApi(
                new RestApi(
                    operations,
                    new AnsweredRequests(transactions, keys),
                    exposure.plans().operator(),
                    fields,
                    new RestLog(refusals)),
                new CallerRoles(granted)))
        : Optional.empty();
  }

  /**
   * The caller of this name.
   *
   * @param isIn whether the server gives them a role
   */
  Caller caller(String name, Predicate<String> isIn) {
    return roles.caller(name, isIn);
  }

  public RestReply answer(RestRequest request) {
    return rest.answer(request);
  }
}
