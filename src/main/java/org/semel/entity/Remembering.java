// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import org.jspecify.annotations.NullUnmarked;

/**
 * An entity that remembers the message that it is the effect of, in an embedded attribute of type
 * {@link Applied}. Written by {@link AppliedOnce} and by nobody else.
 */
@NullUnmarked // as JPA has it
public interface Remembering {

  Applied getApplied();

  void setApplied(Applied applied);
}
