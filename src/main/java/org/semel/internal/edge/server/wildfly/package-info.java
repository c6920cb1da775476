// SPDX-License-Identifier: Apache-2.0
/** WildFly: how it names, enlists and recovers, and what it shows of its broker and pools. */
@NullMarked
package org.semel.internal.edge.server.wildfly;

import org.jspecify.annotations.NullMarked;
