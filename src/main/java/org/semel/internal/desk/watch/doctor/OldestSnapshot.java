// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

/**
 * The oldest snapshot ({@code xmin}) that keeps the database from cleaning up.
 *
 * @param transactions how many have begun since; zero if nothing holds one
 * @param holder what holds it, for people; blank if nothing does
 * @param hidden sessions of others whose snapshots this role may not see
 */
public record OldestSnapshot(long transactions, String holder, int hidden) {}
