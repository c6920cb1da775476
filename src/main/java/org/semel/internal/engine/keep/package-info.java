// SPDX-License-Identifier: Apache-2.0
/**
 * The holders of consumers' and destinations' names in the database, and by what a consumer's
 * messages are known. So an unintended change of configuration neither empties nor shares a memory,
 * and no other application delivers an intent.
 */
@NullMarked
package org.semel.internal.engine.keep;

import org.jspecify.annotations.NullMarked;
