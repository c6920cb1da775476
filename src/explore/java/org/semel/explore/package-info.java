// SPDX-License-Identifier: Apache-2.0
/**
 * The explorer: a machine draws cases, plays them over real parts, and holds a small model against
 * what became of them. Run by {@code mvn -Pexplore}; no part of the product.
 */
package org.semel.explore;
