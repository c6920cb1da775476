// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.engine.send.Destination;

/** Which providers can be asked, and how. Safe for any number of threads. */
public final class Inquiries {

  private final Map<Destination, Inquiry> inquiries = new ConcurrentHashMap<>();

  /** From now on the provider behind {@code destination} can be asked in this way. */
  public void declare(Destination destination, Inquiry inquiry) {
    inquiries.put(destination, inquiry);
  }

  public Optional<Inquiry> of(Destination destination) {
    return Optional.ofNullable(inquiries.get(destination));
  }
}
