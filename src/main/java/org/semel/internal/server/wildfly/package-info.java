// SPDX-License-Identifier: Apache-2.0
/** What WildFly shows of its broker and its pools within its own virtual machine. */
@NullMarked
package org.semel.internal.server.wildfly;

import org.jspecify.annotations.NullMarked;
