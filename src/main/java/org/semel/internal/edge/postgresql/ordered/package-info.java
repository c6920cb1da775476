// SPDX-License-Identifier: Apache-2.0
/**
 * {@code semel_version} and {@code semel_held}: how far aggregates have come, and what waits at
 * them.
 */
@NullMarked
package org.semel.internal.edge.postgresql.ordered;

import org.jspecify.annotations.NullMarked;
