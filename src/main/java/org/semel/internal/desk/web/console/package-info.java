// SPDX-License-Identifier: Apache-2.0
/**
 * The console at {@code /semel/}: a page, its scripts and its style. All that it shows and does
 * goes through the API; here is nothing but files and the headers that they are sent with. Start
 * with {@link org.semel.internal.desk.web.console.ConsolePages}.
 */
@NullMarked
package org.semel.internal.desk.web.console;

import org.jspecify.annotations.NullMarked;
