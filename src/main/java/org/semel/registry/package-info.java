// SPDX-License-Identifier: Apache-2.0
/**
 * Who holds a consumer's name in the database, and by what its messages are known: so that a memory
 * is not emptied, or shared, by a change of configuration that nobody meant.
 */
@NullMarked
package org.semel.registry;

import org.jspecify.annotations.NullMarked;
