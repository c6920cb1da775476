// SPDX-License-Identifier: Apache-2.0
/**
 * Crashes on purpose: a real server, broker and database are killed again and again, many times in
 * the narrow windows of a commit, and an outside ledger is compared with what all of them say. Run
 * by {@code mvn -Pchaos}; no part of the product.
 */
package org.semel.chaos;
