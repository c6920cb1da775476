// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions as the core sees them: it asks for one and says what must hold; it never begins or
 * commits. Knows the JDK only; the server's transaction manager stands behind the ports.
 */
@NullMarked
package org.semel.internal.engine.tx;

import org.jspecify.annotations.NullMarked;
