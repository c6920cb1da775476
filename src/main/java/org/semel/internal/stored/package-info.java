// SPDX-License-Identifier: Apache-2.0
/** Protocol {@code store-first}: messages are stored as they came, and worked off under leases. */
@NullMarked
package org.semel.internal.stored;

import org.jspecify.annotations.NullMarked;
