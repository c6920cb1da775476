// SPDX-License-Identifier: Apache-2.0
/**
 * Camel's side of the engine: the consumers, producers and commands behind the components {@code
 * inbox:} and {@code intent:}, joined to the rest of Semel by {@link
 * org.semel.internal.edge.camel.InboxEngine} and {@link
 * org.semel.internal.edge.camel.IntentEngine}.
 */
@NullMarked
package org.semel.internal.edge.camel;

import org.jspecify.annotations.NullMarked;
