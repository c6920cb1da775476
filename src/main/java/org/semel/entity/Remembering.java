// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import org.jspecify.annotations.NullUnmarked;

/**
 * An entity that stores the message that made it, in an embedded attribute of type {@link Applied}.
 * Only {@link AppliedOnce} writes that attribute.
 */
@NullUnmarked // as JPA has it
public interface Remembering {

  Applied getApplied();

  void setApplied(Applied applied);
}
