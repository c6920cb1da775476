// SPDX-License-Identifier: Apache-2.0
/**
 * The operators' API over HTTP: {@code /semel/api/v1}. A table of {@link
 * org.semel.internal.desk.web.rest.call.Endpoint}s, from which requests are answered, roles checked
 * and the description of the API is written. Knows no servlet: start with {@link
 * org.semel.internal.desk.web.rest.RestApi}.
 */
@NullMarked
package org.semel.internal.desk.web.rest;

import org.jspecify.annotations.NullMarked;
