// SPDX-License-Identifier: Apache-2.0
/**
 * The words of the API's table: an {@link org.semel.internal.desk.web.rest.call.Endpoint} says what
 * a method on a path does, and who may do it; a {@link org.semel.internal.desk.web.rest.call.Call}
 * is a request that may be made, with values of the right types.
 */
@NullMarked
package org.semel.internal.desk.web.rest.call;

import org.jspecify.annotations.NullMarked;
