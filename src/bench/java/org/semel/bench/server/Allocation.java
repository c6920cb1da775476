// SPDX-License-Identifier: Apache-2.0
package org.semel.bench.server;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How much each thread of the server had allocated at one moment, in bytes since its start. Asked
 * for by name, as a deployment does not see the package of the interface that has it.
 */
final class Allocation {

  private final Map<Long, Long> bytes = new HashMap<>();

  private Allocation() {}

  /** As it is now. */
  static Allocation now() {
    Allocation now = new Allocation();
    long[] threads = ManagementFactory.getThreadMXBean().getAllThreadIds();
    long[] allocated = of(threads);
    for (int i = 0; i < threads.length; i++) {
      now.bytes.put(threads[i], allocated[i]);
    }
    return now;
  }

  /** What has been allocated since, by threads that live now. */
  long since(Allocation before) {
    return bytes.entrySet().stream()
        .mapToLong(one -> Math.max(0, one.getValue() - before.bytes.getOrDefault(one.getKey(), 0L)))
        .sum();
  }

  private static long[] of(long[] threads) {
    try {
      return (long[])
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                  "getThreadAllocatedBytes",
                  new Object[] {threads},
                  new String[] {long[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
