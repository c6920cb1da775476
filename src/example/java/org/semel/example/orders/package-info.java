// SPDX-License-Identifier: Apache-2.0
/**
 * A second application, over the same order lines: one consumer that keeps the lines of an invoice
 * in order, and one that stores first. The database protects nothing here, either.
 */
package org.semel.example.orders;
