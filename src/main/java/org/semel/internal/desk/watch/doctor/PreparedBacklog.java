// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;

/**
 * The transactions that the database has prepared.
 *
 * @param here of this database
 * @param oldest age of the oldest of these; zero if there is none
 * @param everywhere of all databases of the server, which share the places
 * @param places how many there may be
 */
public record PreparedBacklog(int here, Duration oldest, int everywhere, int places) {}
