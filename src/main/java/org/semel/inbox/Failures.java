// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

/**
 * All failed attempts of one identity. Only a message that was alone in its transaction is counted:
 * of several, one may fail for what another left in the same JPA context.
 *
 * @param count 0 for a suspect: a message that was there when others failed with it
 * @param last the latest of them
 */
public record Failures(int count, Failure last) {}
