// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.util.List;
import org.jboss.dmr.ModelNode;

/** What the threads of a server were doing at one moment. */
public final class ThreadDump {

  private final List<ModelNode> threads;

  ThreadDump(ModelNode threads) {
    this.threads = threads.asList();
  }

  static ModelNode operation() {
    ModelNode operation = new ModelNode();
    operation.get("address").add("core-service", "platform-mbean").add("type", "threading");
    operation.get("operation").set("dump-all-threads");
    operation.get("locked-monitors").set(false);
    operation.get("locked-synchronizers").set(false);
    return operation;
  }

  /** Names of those that are in a method of this package, or have the word in their names. */
  public List<String> of(String packageName, String word) {
    return threads.stream()
        .filter(thread -> name(thread).contains(word) || isIn(packageName, thread))
        .map(ThreadDump::name)
        .toList();
  }

  private static String name(ModelNode thread) {
    return thread.get("thread-name").asString();
  }

  private static boolean isIn(String packageName, ModelNode thread) {
    return thread.get("stack-trace").asList().stream()
        .anyMatch(frame -> frame.get("class-name").asString().startsWith(packageName + "."));
  }
}
