// SPDX-License-Identifier: Apache-2.0
/** Sessions whose work is part of the transaction that the calling thread is in, or follows it. */
@NullMarked
package org.semel.internal.edge.jms.session;

import org.jspecify.annotations.NullMarked;
