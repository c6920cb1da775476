// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.Set;
import java.util.TreeSet;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;

/** The part of the estate that a caller's role covers. */
public sealed interface Scope {

  /** Whether it covers a consumer or a destination. */
  boolean covers(Target target);

  /** The scope that covers all that this one or {@code other} covers. */
  Scope and(Scope other);

  /** All consumers and destinations, and what belongs to none: the audit, the node itself. */
  record Everything() implements Scope {
    @Override
    public boolean covers(Target target) {
      return true;
    }

    @Override
    public Scope and(Scope other) {
      return this;
    }
  }

  /**
   * Consumers and destinations by name; a name that ends in {@code *} stands for all that begin so.
   *
   * @param consumers after {@code inbox:}; their messages, identities and versions
   * @param destinations after {@code intent:}; their intents
   */
  record Named(Set<String> consumers, Set<String> destinations) implements Scope {

    public Named {
      consumers = Set.copyOf(consumers);
      destinations = Set.copyOf(destinations);
    }

    @Override
    public boolean covers(Target target) {
      Set<String> names = target.kind() == TargetKind.CONSUMER ? consumers : destinations;
      return names.stream().anyMatch(name -> matches(name, target.name()));
    }

    private static boolean matches(String name, String found) {
      return name.endsWith("*")
          ? found.startsWith(name.substring(0, name.length() - 1))
          : found.equals(name);
    }

    @Override
    public Scope and(Scope other) {
      return other instanceof Named named
          ? new Named(both(consumers, named.consumers), both(destinations, named.destinations))
          : other;
    }

    private static Set<String> both(Set<String> some, Set<String> others) {
      Set<String> all = new TreeSet<>(some);
      all.addAll(others);
      return all;
    }
  }
}
