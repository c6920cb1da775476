// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import java.util.List;
import org.semel.internal.desk.web.rest.call.CallResult;
import org.semel.internal.desk.web.rest.call.Endpoint;
import org.semel.operations.Operations;

/**
 * The endpoints for what is in doubt; it is looked at here, and ended by recovery or by hand at the
 * database.
 */
public final class InDoubtEndpoints {

  private final Operations operations;

  public InDoubtEndpoints(Operations operations) {
    this.operations = operations;
  }

  public List<Endpoint> all() {
    return List.of(
        Endpoint.view(
            "/in-doubt",
            "What is in doubt in the database, at the brokers and in this server's transaction log, joined.",
            call -> CallResult.shown(operations.inDoubt())));
  }
}
