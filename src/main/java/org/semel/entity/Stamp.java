// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import org.semel.message.Identity;

/**
 * The mark of a message that an entity stores.
 *
 * @param identity of the message; in a route, the exchange property {@code SemelIdentity}
 * @param version of the entity that the message makes; 0 for entities without versions
 */
public record Stamp(Identity identity, long version) {

  Applied applied() {
    return new Applied(identity, version);
  }
}
