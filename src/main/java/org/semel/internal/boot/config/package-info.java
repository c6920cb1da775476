// SPDX-License-Identifier: Apache-2.0
/** The settings, read from the configuration and checked as a whole. */
@NullMarked
package org.semel.internal.boot.config;

import org.jspecify.annotations.NullMarked;
