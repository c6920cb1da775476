// SPDX-License-Identifier: Apache-2.0
/**
 * Measures receivers against each other on one server, in one run. Run by {@code mvn -Pbench}; no
 * part of the product.
 */
package org.semel.bench;
