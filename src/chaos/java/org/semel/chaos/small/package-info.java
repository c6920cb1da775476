// SPDX-License-Identifier: Apache-2.0
/**
 * The smallest server that has everything: the product's receiver and relay over Narayana,
 * PostgreSQL and Artemis in a plain virtual machine, which starts in seconds and is killed at one
 * exact step. Also the wrong wirings that the harness must catch.
 */
package org.semel.chaos.small;
