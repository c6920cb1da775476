// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Hands the servlet the API. Safe for any thread. */
@ApplicationScoped
public class ApiHome {

  private volatile Optional<OperatorApi> api = Optional.empty();

  /**
   * The application has started.
   *
   * @param started empty where the API is switched off
   */
  public void answersBy(Optional<OperatorApi> started) {
    api = started;
  }

  /** Answers operators' requests; empty where that is switched off, and before the start. */
  Optional<OperatorApi> api() {
    return api;
  }
}
