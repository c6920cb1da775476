// SPDX-License-Identifier: Apache-2.0
/**
 * What runs inside the server while it is measured: one work, done by several receivers in turn. No
 * part of the product.
 */
package org.semel.bench.server;
