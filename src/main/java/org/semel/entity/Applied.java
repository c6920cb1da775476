// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.semel.message.Identity;

/**
 * The message that made an entity: its identity, and the version of the entity that it made. Two
 * columns, {@code applied_identity} (uuid) and {@code applied_version} (bigint), neither null;
 * rename them with {@code @AttributeOverride}.
 */
@Embeddable
@NullUnmarked // filled by JPA
public class Applied {

  @Column(name = "applied_identity", nullable = false)
  private UUID identity;

  @Column(name = "applied_version", nullable = false)
  private long version;

  /** For JPA. */
  protected Applied() {}

  Applied(Identity identity, long version) {
    this.identity = identity.digest();
    this.version = version;
  }

  /** The digest of the identity; see {@link Identity#digest()}. */
  public UUID getIdentity() {
    return identity;
  }

  public long getVersion() {
    return version;
  }

  boolean is(Identity other) {
    return identity.equals(other.digest());
  }
}
