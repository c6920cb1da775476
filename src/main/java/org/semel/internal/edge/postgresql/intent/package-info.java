// SPDX-License-Identifier: Apache-2.0
/** {@code semel_intent}: external effects, from recording to settlement. */
@NullMarked
package org.semel.internal.edge.postgresql.intent;

import org.jspecify.annotations.NullMarked;
