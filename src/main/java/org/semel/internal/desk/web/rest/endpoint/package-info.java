// SPDX-License-Identifier: Apache-2.0
/** The rows of the API's table, by what they are about. */
@NullMarked
package org.semel.internal.desk.web.rest.endpoint;

import org.jspecify.annotations.NullMarked;
