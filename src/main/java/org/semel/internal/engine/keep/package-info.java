// SPDX-License-Identifier: Apache-2.0
/**
 * The memory of names and of identities: who holds a consumer's or a destination's name in the
 * database, by what a consumer's messages are known, and who forgets when. So an unintended change
 * of configuration neither empties nor shares a memory, and no other application delivers an
 * intent. Knows neither tables nor clocks: ages are the database's.
 */
@NullMarked
package org.semel.internal.engine.keep;

import org.jspecify.annotations.NullMarked;
