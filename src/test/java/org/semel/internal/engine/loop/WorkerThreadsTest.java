// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.SemelException;

/** All of the work begins, or none goes on. */
class WorkerThreadsTest {

  private final List<String> events = new ArrayList<>();

  @Test
  void eachPieceOfWorkHasItsThread() {
    start(Noted::new);
    assertThat(events).containsExactly("starts", "starts", "starts");
  }

  @Test
  void whereOneCannotStartThoseThatHadBegunEnd() {
    assertThatThrownBy(() -> start(work -> null)).isInstanceOf(SemelException.class);
    assertThat(events).as("a thread that is not given").containsExactly("ends 0");
    events.clear();
    assertThatThrownBy(() -> start(Unstartable::new))
        .isInstanceOfSatisfying(
            SemelException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.THREAD_REFUSED))
        .hasMessageContaining("Consumer c");
    assertThat(events).containsExactly("starts", "starts", "ends 2");
  }

  private void start(ThreadFactory factory) {
    List<Runnable> work = List.of(() -> {}, () -> {}, () -> {});
    new WorkerThreads(factory).start("Consumer c", work, begun -> events.add("ends " + begun));
  }

  /** Which never runs. */
  private class Noted extends Thread {
    Noted(Runnable work) {
      super(work);
    }

    @Override
    public synchronized void start() {
      events.add("starts");
    }
  }

  /** As where the machine has no more than two to give. */
  private final class Unstartable extends Noted {
    Unstartable(Runnable work) {
      super(work);
    }

    @Override
    public synchronized void start() {
      if (events.size() == 2) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      super.start();
    }
  }
}
