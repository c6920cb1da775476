// SPDX-License-Identifier: Apache-2.0
/**
 * The resources, beans and threads that a server gives an application; and what one server does
 * otherwise than another, behind one port, {@link org.semel.internal.edge.server.ServerPlatform}.
 * Each server has a room of its own below, and no one else knows a server by name.
 */
@NullMarked
package org.semel.internal.edge.server;

import org.jspecify.annotations.NullMarked;
