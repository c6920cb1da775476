// SPDX-License-Identifier: Apache-2.0
/** Camel's model of the routes: what calls what, and where steps send to. */
@NullMarked
package org.semel.internal.edge.camel.model;

import org.jspecify.annotations.NullMarked;
