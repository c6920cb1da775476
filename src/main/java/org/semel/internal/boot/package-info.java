// SPDX-License-Identifier: Apache-2.0
/**
 * Puts Semel together in a server: reads the policies, starts Camel over the application's beans,
 * stops it in order. Sees all rooms; nobody sees it. Start with {@code SemelListener}.
 */
@NullMarked
package org.semel.internal.boot;

import org.jspecify.annotations.NullMarked;
