// SPDX-License-Identifier: Apache-2.0
/** The rows that operators read and change, and the registered names. */
@NullMarked
package org.semel.internal.edge.postgresql.operate;

import org.jspecify.annotations.NullMarked;
