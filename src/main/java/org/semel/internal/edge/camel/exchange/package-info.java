// SPDX-License-Identifier: Apache-2.0
/** The load that an exchange carries for Semel, and messages in and out of exchanges. */
@NullMarked
package org.semel.internal.edge.camel.exchange;

import org.jspecify.annotations.NullMarked;
