// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An observer as a table: a row for each event that it takes note of, and nothing for the others.
 * Its rows are written before it hears of anything.
 *
 * @param <E> the sealed interface of all events
 */
public final class EventTable<E> implements Observer<E> {

  private final Map<Class<?>, Observer<E>> rows = new HashMap<>();

  /** Adds a row: {@code follows} takes each event of this type. */
  public <T extends E> EventTable<E> row(Class<T> event, Consumer<? super T> follows) {
    rows.put(event, happened -> follows.accept(event.cast(happened)));
    return this;
  }

  /** Whether anything follows from it. */
  public boolean notes(E event) {
    return rows.containsKey(event.getClass());
  }

  @Override
  public void on(E event) {
    Observer<E> row = rows.get(event.getClass());
    if (row != null) {
      row.on(event);
    }
  }
}
