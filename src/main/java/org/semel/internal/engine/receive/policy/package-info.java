// SPDX-License-Identifier: Apache-2.0
/** The policy of a consumer: what its user has decided, as values. */
@NullMarked
package org.semel.internal.engine.receive.policy;

import org.jspecify.annotations.NullMarked;
