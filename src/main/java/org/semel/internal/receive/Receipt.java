// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import org.semel.message.Identity;

/** What one message came to in a transaction that committed. */
public sealed interface Receipt {

  /** It took effect. */
  record Processed(Identity identity) implements Receipt {}

  /** It is stored, and takes effect later. */
  record Stored(Identity identity) implements Receipt {}

  /** It came before its predecessor, and waits for it. */
  record Held(Identity identity) implements Receipt {}

  /** Its aggregate has a version as high or higher; nothing is to be done. */
  record Ignored(Identity identity) implements Receipt {}

  /** It had taken effect before. */
  record Absorbed(Identity identity) implements Receipt {}

  /** It waits for a person. */
  record Parked(org.semel.internal.claim.ParkedMessage parked) implements Receipt {}
}
