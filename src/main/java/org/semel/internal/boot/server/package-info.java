// SPDX-License-Identifier: Apache-2.0
/** The services that a server gives an application. */
@NullMarked
package org.semel.internal.boot.server;

import org.jspecify.annotations.NullMarked;
