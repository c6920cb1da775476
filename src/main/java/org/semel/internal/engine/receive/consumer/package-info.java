// SPDX-License-Identifier: Apache-2.0
/**
 * Puts a consumer together, as its policy says, and runs its life: proof, workers, suspension,
 * stop.
 */
@NullMarked
package org.semel.internal.engine.receive.consumer;

import org.jspecify.annotations.NullMarked;
