// SPDX-License-Identifier: Apache-2.0
/**
 * For routes that keep the identity inside their own entities ({@code
 * semel.consumer.<name>.strategy=entity}), where no further table may be written. Semel then writes
 * no claim; the route asks {@link org.semel.entity.AppliedOnce} before it changes an entity.
 */
@NullMarked
package org.semel.entity;

import org.jspecify.annotations.NullMarked;
