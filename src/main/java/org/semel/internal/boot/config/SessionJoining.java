// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Optional;
import org.semel.internal.edge.jms.Login;

/**
 * The way in which sessions join an XA transaction.
 *
 * @param recoveredBy the factory under whose name the server recovers the broker; blank if unknown
 * @param login by which they log in; empty if the factory knows
 */
public record SessionJoining(Receive receive, String recoveredBy, Optional<Login> login) {

  /** The ways in which sessions join a transaction. */
  public enum Receive {
    /** The server's pooled factory, opened for each transaction. */
    MANAGED,
    /** A long-lived session that we enlist ourselves. */
    DIRECT
  }
}
