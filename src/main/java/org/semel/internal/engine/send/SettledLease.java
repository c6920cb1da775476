// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

/**
 * A lease and its settlement.
 *
 * @param lease the right under which it was delivered
 * @param settlement the outcome
 */
public record SettledLease(Lease lease, Settlement settlement) {}
