// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.web;

import java.util.Optional;
import org.semel.internal.boot.config.Exposure;
import org.semel.internal.boot.log.RestLog;
import org.semel.internal.operate.AnsweredRequests;
import org.semel.internal.operate.OperatorTransactions;
import org.semel.internal.operate.RequestKeys;
import org.semel.internal.rest.RestApi;
import org.semel.operations.Operations;

/** What operators may do over HTTP, where the configuration switches it on. */
public final class OperatorApi {

  private OperatorApi() {}

  /** The API of an application; empty where the configuration leaves it off. */
  public static Optional<RestApi> of(
      Exposure exposure,
      Operations operations,
      OperatorTransactions transactions,
      RequestKeys keys) {
    return exposure.hasConsole()
        ? Optional.of(
            new RestApi(
                operations,
                new AnsweredRequests(transactions, keys),
                exposure.plans().operator(),
                new RestLog()))
        : Optional.empty();
  }
}
