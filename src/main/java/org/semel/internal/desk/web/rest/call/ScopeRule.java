// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.Optional;
import java.util.function.Function;
import org.semel.operations.PauseActs.Target;

/** Decides whether the scope of a caller's role covers what a call is about. */
@FunctionalInterface
public interface ScopeRule {

  /** It is about everything, or about what belongs to no consumer and no destination. */
  ScopeRule EVERYTHING = (call, role) -> call.caller().may(role);

  /** It answers with what the caller may see, and leaves out the rest by itself. */
  ScopeRule EACH = (call, role) -> call.caller().maySomewhere(role);

  /** It is about the consumer that it names. */
  ScopeRule CONSUMER = about(call -> Optional.of(Target.consumer(call.text("consumer"))));

  /** It is about the destination that it names. */
  ScopeRule DESTINATION = about(call -> Optional.of(Target.destination(call.text("destination"))));

  /** Whether the caller may make the call, which needs {@code role}. */
  boolean admits(Call call, Role role);

  /**
   * It is about what the target owns. Any caller may learn that a target does not exist.
   *
   * @param owner of what the call names; asked only if that matters
   */
  static ScopeRule about(Function<Call, Optional<Target>> owner) {
    return (call, role) ->
        call.caller().may(role)
            || owner
                .apply(call)
                .map(target -> call.caller().may(role, target))
                .orElseGet(() -> call.caller().maySomewhere(role));
  }
}
