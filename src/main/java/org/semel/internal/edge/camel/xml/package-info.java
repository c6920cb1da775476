// SPDX-License-Identifier: Apache-2.0
/** Reads routes in XML by the parser that comes with Camel itself. */
@NullMarked
package org.semel.internal.edge.camel.xml;

import org.jspecify.annotations.NullMarked;
