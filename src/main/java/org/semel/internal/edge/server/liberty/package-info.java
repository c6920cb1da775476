// SPDX-License-Identifier: Apache-2.0
/** Open Liberty: how it names, enlists and recovers, and what it shows of itself inside. */
@NullMarked
package org.semel.internal.edge.server.liberty;

import org.jspecify.annotations.NullMarked;
