// SPDX-License-Identifier: Apache-2.0
/**
 * Starts Semel in a server: reads the settings, starts Camel with the application's beans, and
 * stops it in order. It uses all rooms; no room uses it. Start with {@code SemelListener}.
 */
@NullMarked
package org.semel.internal.boot;

import org.jspecify.annotations.NullMarked;
