// SPDX-License-Identifier: Apache-2.0
/**
 * {@code semel_claim} and its sisters: claims, duplicates, failed attempts, kept bodies and names
 * of effects.
 */
@NullMarked
package org.semel.internal.edge.postgresql.claim;

import org.jspecify.annotations.NullMarked;
