// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.semel.small.Proxied;

/** Events as methods of their names, with their components as arguments, for tests. */
public final class EventMethods {

  private EventMethods() {}

  /** Calls the method of {@code listener} that has the event's name. */
  public static <L> void call(Class<L> type, L listener, Object event) {
    String name = event.getClass().getSimpleName();
    String method = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    try {
      List<Object> arguments = new ArrayList<>();
      for (RecordComponent each : event.getClass().getRecordComponents()) {
        arguments.add(each.getAccessor().invoke(event));
      }
      Method heard =
          Arrays.stream(type.getMethods())
              .filter(one -> one.getName().equals(method))
              .findAny()
              .orElseThrow(() -> new IllegalStateException("no method for " + event));
      Proxied.call(listener, heard, arguments.toArray());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** One that reports each call of a method as the event of that name. */
  public static <L, E> L reporting(Class<L> type, Class<E> events, Observer<? super E> observer) {
    return Proxied.as(
        type,
        (method, arguments) -> {
          for (Class<?> event : events.getPermittedSubclasses()) {
            if (event.getSimpleName().equalsIgnoreCase(method.getName())) {
              observer.on(events.cast(event.getDeclaredConstructors()[0].newInstance(arguments)));
            }
          }
          return null;
        });
  }
}
