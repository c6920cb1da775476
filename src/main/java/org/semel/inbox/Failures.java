// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

/**
 * All failed attempts of one identity.
 *
 * @param count at least 1
 * @param last the latest of them
 */
public record Failures(int count, Failure last) {}
