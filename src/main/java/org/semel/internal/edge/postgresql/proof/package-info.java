// SPDX-License-Identifier: Apache-2.0
/** The database's side of the start-up proof: its settings, its schema, its rights. */
@NullMarked
package org.semel.internal.edge.postgresql.proof;

import org.jspecify.annotations.NullMarked;
