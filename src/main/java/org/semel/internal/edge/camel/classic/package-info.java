// SPDX-License-Identifier: Apache-2.0
/** The beans for routes that use Camel's own idempotent consumer and {@code transacted()}. */
@NullMarked
package org.semel.internal.edge.camel.classic;

import org.jspecify.annotations.NullMarked;
