// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import org.semel.message.Fingerprint;

/**
 * A claim, as it stands in the table.
 *
 * @param fingerprint of the body that was claimed
 * @param at when, by the database's clock
 * @param transaction the database's number of the transaction that claimed it; found in its log for
 *     as long as that is kept, and reused after 2^32 transactions
 */
public record Remembered(Fingerprint fingerprint, Instant at, String transaction) {}
