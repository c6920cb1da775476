// SPDX-License-Identifier: Apache-2.0
/**
 * The main job, for people to watch: a real server, real messages, duplicates, kills, and figures
 * that must add up. Run by {@code mvn -Pdemo}; no part of the product.
 */
package org.semel.demo;
