// SPDX-License-Identifier: Apache-2.0
/**
 * The start-up proof: before a consumer receives its first message it shows, with a real
 * transaction over the real factories, that broker and database prepare one branch each and that a
 * roll-back undoes both. Configuration alone is not trusted, because a factory that is not XA
 * passes every ordinary test.
 */
@NullMarked
package org.semel.internal.engine.receive.proof;

import org.jspecify.annotations.NullMarked;
