// SPDX-License-Identifier: Apache-2.0
/**
 * The third wing: what Semel stands on. Each room implements ports of the engine and of the desk
 * over one technology; no room knows another, but {@code server} those of JMS and JTA.
 */
@NullMarked
package org.semel.internal.edge;

import org.jspecify.annotations.NullMarked;
