// SPDX-License-Identifier: Apache-2.0
/**
 * What a large table costs: {@code mvn -Psize} claims against tables of 100,000 and of 10,000,000
 * identities, and while retention works. No part of the product.
 */
package org.semel.size;
