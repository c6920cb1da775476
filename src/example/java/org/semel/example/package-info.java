// SPDX-License-Identifier: Apache-2.0
/**
 * An application as a user would write it, and no part of the product: order lines arrive, stock is
 * reserved, a confirmation is sent. The database protects nothing: a double effect would show in
 * the sums.
 */
package org.semel.example;
