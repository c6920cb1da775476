// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that wait to be worked off under leases: messages that were stored as they came (protocol
 * {@code store-first}), and versions of an aggregate that came too early and are held until it is
 * their turn.
 */
@NullMarked
package org.semel.internal.engine.receive.rows;

import org.jspecify.annotations.NullMarked;
