// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

/**
 * The pooled connection factory by which a server recovers a broker.
 *
 * @param name under which the server binds it
 * @param factory what is bound there
 */
public record RecoveryEntry(String name, Object factory) {}
