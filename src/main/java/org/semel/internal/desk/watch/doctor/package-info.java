// SPDX-License-Identifier: Apache-2.0
/**
 * Looks a node over: its consumers and destinations, its versions, the settings of server and
 * database, what is in doubt, and what the clocks say; and says whether it is alive, ready and
 * started. It changes nothing, and decides nothing.
 */
@NullMarked
package org.semel.internal.desk.watch.doctor;

import org.jspecify.annotations.NullMarked;
