// SPDX-License-Identifier: Apache-2.0
/**
 * {@code semel_claim} and its sisters: what took effect, what came again, and what is held against
 * a message.
 */
@NullMarked
package org.semel.internal.postgresql.claim;

import org.jspecify.annotations.NullMarked;
