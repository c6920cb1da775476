// SPDX-License-Identifier: Apache-2.0
/**
 * A whole JMS estate on one machine: database, server with broker, provider. For the demo, the
 * tests and the benchmark.
 */
package org.semel.estate;
