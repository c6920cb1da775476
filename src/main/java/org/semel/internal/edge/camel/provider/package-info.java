// SPDX-License-Identifier: Apache-2.0
/** Routes that deliver intents or ask for their outcome, and what the end of such a route means. */
@NullMarked
package org.semel.internal.edge.camel.provider;

import org.jspecify.annotations.NullMarked;
