// SPDX-License-Identifier: Apache-2.0
/** What routes need that use Camel's own idempotent consumer and {@code transacted()}. */
@NullMarked
package org.semel.internal.route.classic;

import org.jspecify.annotations.NullMarked;
