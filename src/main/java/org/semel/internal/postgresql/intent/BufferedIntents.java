// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.intent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Intents;
import org.semel.internal.tx.Transactions;

/**
 * Buffers the intents of a transaction and writes them together: when the caller flushes, otherwise
 * just before the commit.
 */
public final class BufferedIntents implements Intents {

  private final IntentTable table;
  private final Transactions transactions;
  private final Predicate<String> once;
  private final Consumer<Intent> differs;

  /** For consumers that all remember what took effect. */
  public BufferedIntents(IntentTable table, Transactions transactions) {
    this(table, transactions, consumer -> true, intent -> {});
  }

  /**
   * Takes down intents for {@code table}.
   *
   * @param once whether the consumer of this name is told of each message once; an intent of any
   *     other may be there already, and is then the same
   * @param differs told of an intent that was there with other bytes, once the transaction that
   *     would have recorded it has committed
   */
  public BufferedIntents(
      IntentTable table,
      Transactions transactions,
      Predicate<String> once,
      Consumer<Intent> differs) {
    this.table = table;
    this.transactions = transactions;
    this.once = once;
    this.differs = differs;
  }

  @Override
  public void record(Intent intent) {
    transactions.requireActive("record an intent for " + intent.address().destination());
    Page page = page();
    if (page.isNew()) {
      transactions.beforeCommit(() -> write(page));
    }
    page.intents.add(intent);
    if (!page.again && !once.test(intent.cause().consumer())) {
      page.again = true;
      transactions.afterCommit(() -> page.differing.forEach(differs));
    }
  }

  @Override
  public void flush() {
    if (transactions.present()) {
      write(page());
    }
  }

  private Page page() {
    return transactions.bound(this, Page.class, Page::new);
  }

  private void write(Page page) {
    if (!page.intents.isEmpty()) {
      if (page.again) {
        page.differing.addAll(table.insertUnlessThere(page.intents));
      } else {
        table.insert(page.intents);
      }
      page.intents.clear();
    }
  }

  /** What one transaction has taken down and not written yet. */
  private static final class Page {
    private final List<Intent> intents = new ArrayList<>();
    private final List<Intent> differing = new ArrayList<>();
    private boolean registered;
    private boolean again;

    boolean isNew() {
      boolean first = !registered;
      registered = true;
      return first;
    }
  }
}
