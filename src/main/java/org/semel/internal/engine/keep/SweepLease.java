// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

/**
 * A lease on the sweeping of one kind of rows.
 *
 * @param token fences every step: a holder whose lease has passed on changes nothing
 */
public record SweepLease(RetainedKind kept, long token) {}
