// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.util.ArrayList;
import java.util.List;
import org.semel.intent.Intent;
import org.semel.intent.Intents;
import org.semel.tx.Transactions;

/**
 * Takes intents down for their transaction and writes them together. Whoever does not flush has
 * them written just before the commit.
 */
public final class BatchedIntents implements Intents {

  private final IntentTable table;
  private final Transactions transactions;

  public BatchedIntents(IntentTable table, Transactions transactions) {
    this.table = table;
    this.transactions = transactions;
  }

  @Override
  public void record(Intent intent) {
    transactions.requireActive("record an intent for " + intent.address().destination());
    Page page = page();
    if (page.isNew()) {
      transactions.beforeCommit(() -> write(page));
    }
    page.intents.add(intent);
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
      table.insert(page.intents);
      page.intents.clear();
    }
  }

  /** What one transaction has taken down and not written yet. */
  private static final class Page {
    private final List<Intent> intents = new ArrayList<>();
    private boolean registered;

    boolean isNew() {
      boolean first = !registered;
      registered = true;
      return first;
    }
  }
}
