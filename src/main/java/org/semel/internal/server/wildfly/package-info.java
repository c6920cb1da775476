// SPDX-License-Identifier: Apache-2.0
/** What WildFly shows of its broker and pools inside its virtual machine. */
@NullMarked
package org.semel.internal.server.wildfly;

import org.jspecify.annotations.NullMarked;
