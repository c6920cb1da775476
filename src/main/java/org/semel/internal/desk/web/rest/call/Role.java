// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.Locale;
import java.util.Set;

/**
 * The roles, each with what a caller may do. The server says who has which; it knows them by {@link
 * #word}.
 */
public enum Role {
  /** Sees what is there, and no payload. */
  VIEWER,
  /** Acts on one message or intent, and starts small plans. Sees what a viewer sees. */
  OPERATOR,
  /** Forgets, erases, gives up, and starts plans of any size. May do what an operator may. */
  ADMIN,
  /** Reads bodies, and gives a reason each time. Says nothing about the other roles. */
  PAYLOAD,
  /** Approves what others asked for. Says nothing about the other roles. */
  APPROVER;

  /** Names of the roles, as an application declares them. */
  public static final String VIEWER_NAME = "semel-viewer";

  public static final String OPERATOR_NAME = "semel-operator";
  public static final String ADMIN_NAME = "semel-admin";
  public static final String PAYLOAD_NAME = "semel-payload";
  public static final String APPROVER_NAME = "semel-approver";

  /** As the server knows it. */
  public String word() {
    return "semel-" + name().toLowerCase(Locale.ROOT);
  }

  /** Whether who has the roles {@code held} may do what this role may. */
  public boolean isIn(Set<Role> held) {
    return switch (this) {
      case VIEWER -> held.contains(VIEWER) || OPERATOR.isIn(held);
      case OPERATOR -> held.contains(OPERATOR) || held.contains(ADMIN);
      case ADMIN, PAYLOAD, APPROVER -> held.contains(this);
    };
  }
}
