// SPDX-License-Identifier: Apache-2.0
/**
 * Who holds a consumer's or a destination's name in the database, and by what a consumer's messages
 * are known: so that a memory is not emptied, or shared, by a change of configuration that nobody
 * meant, nor an intent delivered by somebody else.
 */
@NullMarked
package org.semel.internal.registry;

import org.jspecify.annotations.NullMarked;
