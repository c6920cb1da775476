// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;

/**
 * An effect that a route has named.
 *
 * @param name as the route calls it
 * @param at when, by the database's clock
 * @param transaction the database's number of the transaction that made it; found in its log for as
 *     long as that is kept, and reused after 2^32 transactions
 */
public record NamedEffect(String name, Instant at, String transaction) {}
