// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.Pausable;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** This node's consumers and relays that run, and which of them are paused. */
final class PausedTargets {

  private final Observer<PauseEvent> observer;
  private final Map<Target, List<Pausable>> running = new HashMap<>();
  private final Map<Target, Pause> paused = new HashMap<>();
  private boolean serverSuspended;

  PausedTargets(Observer<PauseEvent> observer) {
    this.observer = observer;
  }

  /**
   * One begins to run: paused, if it is to be.
   *
   * @return ends that
   */
  synchronized Runnable begin(Target target, Pausable pausable) {
    running.computeIfAbsent(target, first -> new ArrayList<>()).add(pausable);
    Pause standing = paused.get(target);
    if (serverSuspended) {
      pausable.pause(Gate.Closer.SERVER);
    }
    if (standing != null) {
      pausable.pause(Gate.Closer.OPERATOR);
      observer.on(new PauseEvent.Paused(standing));
    }
    return () -> end(target, pausable);
  }

  private synchronized void end(Target target, Pausable pausable) {
    running.computeIfPresent(
        target,
        (same, all) -> {
          all.remove(pausable);
          return all.isEmpty() ? null : all;
        });
    if (!running.containsKey(target)) {
      observer.on(new PauseEvent.Ended(target));
    }
  }

  synchronized boolean runs(Target target) {
    return running.containsKey(target);
  }

  synchronized boolean isPaused(Target target) {
    return serverSuspended || paused.containsKey(target);
  }

  /** These are paused from now on, and no others. */
  synchronized void become(List<Pause> next) {
    List<Target> before = List.copyOf(paused.keySet());
    paused.clear();
    next.forEach(pause -> paused.put(pause.target(), pause));
    before.stream().filter(target -> !paused.containsKey(target)).forEach(this::resumes);
    next.stream().filter(pause -> !before.contains(pause.target())).forEach(this::pauses);
  }

  /** Whether the server is suspended from now on; nothing happens if that is as before. */
  synchronized void serverIsSuspended(boolean suspended) {
    if (suspended == serverSuspended) {
      return;
    }
    serverSuspended = suspended;
    if (suspended) {
      all().forEach(each -> each.pause(Gate.Closer.SERVER));
      observer.on(new PauseEvent.ServerSuspended());
    } else {
      all().forEach(each -> each.resume(Gate.Closer.SERVER));
      observer.on(new PauseEvent.ServerResumed());
    }
  }

  private Stream<Pausable> all() {
    return running.values().stream().flatMap(List::stream);
  }

  private void pauses(Pause pause) {
    of(pause.target()).forEach(each -> each.pause(Gate.Closer.OPERATOR));
    if (runs(pause.target())) {
      observer.on(new PauseEvent.Paused(pause));
    }
  }

  private void resumes(Target target) {
    of(target).forEach(each -> each.resume(Gate.Closer.OPERATOR));
    if (runs(target)) {
      observer.on(new PauseEvent.Unpaused(target));
    }
  }

  private List<Pausable> of(Target target) {
    return running.getOrDefault(target, List.of());
  }
}
