// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

/**
 * What one run of one variant came to.
 *
 * @param perSecond messages that took effect, between the first tenth and the last twentieth
 * @param walBytes of PostgreSQL, per message
 * @param walSyncs of PostgreSQL, per message
 * @param serverTime processor time of the application server, in microseconds per message
 * @param databaseTime processor time of PostgreSQL, in microseconds per message
 */
record Cell(
    double perSecond, double walBytes, double walSyncs, double serverTime, double databaseTime) {}
