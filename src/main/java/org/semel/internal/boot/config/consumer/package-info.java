// SPDX-License-Identifier: Apache-2.0
/** The keys of a consumer, and the settings that are read from them. */
@NullMarked
package org.semel.internal.boot.config.consumer;

import org.jspecify.annotations.NullMarked;
