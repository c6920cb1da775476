// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.semel.inbox.Claim;
import org.semel.message.Message;
import org.semel.ops.Shelf.Taken;
import org.semel.ops.Turns.Item;
import org.semel.receive.Replayer;

/**
 * Tries messages of a plan in a transaction that is rolled back: they are taken off their shelf and
 * claimed as in earnest, and no route is called. So the answers are the inbox's own.
 */
final class Rehearsal {

  private final Function<Source, Shelf> shelves;
  private final Replayer replayer;

  Rehearsal(Function<Source, Shelf> shelves, Replayer replayer) {
    this.shelves = shelves;
    this.replayer = replayer;
  }

  /** In the caller's transaction, which must roll back. */
  Outlook of(Plan plan, List<Item> items) {
    Shelf shelf = shelves.apply(plan.source());
    List<Message> messages = new ArrayList<>();
    int gone = 0;
    int refused = 0;
    for (Item item : items) {
      Taken taken = shelf.take(item.id());
      if (taken instanceof Taken.Ready ready) {
        messages.add(ready.stored().message());
      } else if (((Taken.Not) taken).answer() instanceof Release.Refused) {
        refused++;
      } else {
        gone++;
      }
    }
    return told(replayer.foresee(plan.consumer(), messages), messages.size())
        .plus(new Outlook(0, 0, 0, refused, gone));
  }

  private static Outlook told(List<Claim> claims, int messages) {
    int conflicting = count(claims, Claim.Conflict.class);
    int absorbed = count(claims, Claim.Duplicate.class);
    int fresh = claims.size() - conflicting - absorbed;
    return new Outlook(fresh, absorbed, conflicting, messages - claims.size(), 0);
  }

  private static int count(List<Claim> claims, Class<? extends Claim> answer) {
    return (int) claims.stream().filter(answer::isInstance).count();
  }
}
