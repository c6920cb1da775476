// SPDX-License-Identifier: Apache-2.0
/** {@code semel_inbox}: messages that are stored first and run later. */
@NullMarked
package org.semel.internal.edge.postgresql.stored;

import org.jspecify.annotations.NullMarked;
