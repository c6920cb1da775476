// SPDX-License-Identifier: Apache-2.0
/**
 * The server's transaction manager behind the core's ports. Knows Jakarta Transactions and XA, and
 * no server by name.
 *
 * @see <a
 *     href="https://jakarta.ee/specifications/transactions/2.0/jakarta-transactions-spec-2.0">Jakarta
 *     Transactions 2.0</a>
 */
@NullMarked
package org.semel.internal.edge.jta;

import org.jspecify.annotations.NullMarked;
