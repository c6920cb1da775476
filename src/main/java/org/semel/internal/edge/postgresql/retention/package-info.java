// SPDX-License-Identifier: Apache-2.0
/** Forgets rows that are older than their rule. */
@NullMarked
package org.semel.internal.edge.postgresql.retention;

import org.jspecify.annotations.NullMarked;
