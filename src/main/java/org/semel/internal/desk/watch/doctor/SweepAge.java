// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;

/**
 * The time since a kind of rows was swept.
 *
 * @param kept the kind
 * @param since the last round ended, or since the tables were made
 */
public record SweepAge(String kept, Duration since) {}
