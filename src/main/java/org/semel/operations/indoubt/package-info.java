// SPDX-License-Identifier: Apache-2.0
/** Transactions in doubt, as operators see them. */
@NullMarked
package org.semel.operations.indoubt;

import org.jspecify.annotations.NullMarked;
