// SPDX-License-Identifier: Apache-2.0
/** Console and API as servlets, which browsers and programs reach over HTTP. */
@NullMarked
package org.semel.internal.boot.web;

import org.jspecify.annotations.NullMarked;
