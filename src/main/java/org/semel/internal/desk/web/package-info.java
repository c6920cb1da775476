// SPDX-License-Identifier: Apache-2.0
/** Console and API as servlets, which browsers and programs reach over HTTP. */
@NullMarked
package org.semel.internal.desk.web;

import org.jspecify.annotations.NullMarked;
