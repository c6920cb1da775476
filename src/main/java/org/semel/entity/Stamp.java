// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import org.semel.message.Identity;

/**
 * What an entity is to remember of a message.
 *
 * @param identity of the message; in a route it is the exchange's property {@code SemelIdentity}
 * @param version of the entity that the message makes; 0 where there are none
 */
public record Stamp(Identity identity, long version) {

  Applied applied() {
    return new Applied(identity, version);
  }
}
