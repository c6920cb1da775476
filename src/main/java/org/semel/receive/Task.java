// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

/** What a {@link Worker} does again and again. One worker's; not shared. */
interface Task extends AutoCloseable {

  /** Does it once, over at most {@code most}. Throws only what ends the virtual machine. */
  PassResult run(Portion most);

  /** How much it would have next time. */
  Portion portion();

  /** It will not run for a while: gives back what it holds for others. Throws nothing. */
  default void rest() {}

  @Override
  default void close() {}
}
