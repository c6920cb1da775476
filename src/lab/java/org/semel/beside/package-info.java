// SPDX-License-Identifier: Apache-2.0
/**
 * Camel's own tests beside Semel: what has nothing to do with Semel in an application behaves as
 * without it. Run by {@code mvn -Pcamel-tests}, which alone brings Camel's tests.
 */
package org.semel.beside;
