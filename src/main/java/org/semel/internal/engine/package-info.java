// SPDX-License-Identifier: Apache-2.0
/**
 * The first wing: what happens to a message, from its receipt to the commit ({@code receive}), to
 * its intents ({@code send}), and to what is remembered of both ({@code keep}); {@code tx} and
 * {@code loop} are its tools. Knows what a user may touch, and nothing else: no Camel, JMS, JTA,
 * JDBC, CDI and no server.
 */
@NullMarked
package org.semel.internal.engine;

import org.jspecify.annotations.NullMarked;
