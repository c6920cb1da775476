// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.edge.jms.Login;

/**
 * The way in which sessions join an XA transaction.
 *
 * @param recoveredBy the factory under whose name the server recovers the broker; blank if unknown
 * @param login by which they log in; empty if the factory knows
 */
public record SessionJoining(
    ConsumerKeys.Receive receive, String recoveredBy, Optional<Login> login) {}
