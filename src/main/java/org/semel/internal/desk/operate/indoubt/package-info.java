// SPDX-License-Identifier: Apache-2.0
/** Prepared transactions, and what the transaction manager's log says of them. */
@NullMarked
package org.semel.internal.desk.operate.indoubt;

import org.jspecify.annotations.NullMarked;
