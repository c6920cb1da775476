// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.semel.inbox.Claim;
import org.semel.inbox.Inbox;
import org.semel.inbox.Offer;
import org.semel.tx.Transactions;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Camel's own repository in the place of ours, used as an idempotent consumer with {@code
 * eager=false} uses it: looked at first, and added to when the exchange is done, which is after the
 * commit.
 */
final class StockInbox implements Inbox {

  private final DataSource pool;
  private final JdbcMessageIdRepository repository;
  private final Transactions transactions;

  StockInbox(DataSource pool, Machinery machinery, Transactions transactions) {
    this.pool = pool;
    this.transactions = transactions;
    JtaTransactionManager manager = new JtaTransactionManager(machinery.manager());
    manager.afterPropertiesSet();
    repository = new JdbcMessageIdRepository(pool, new TransactionTemplate(manager), "stock");
    repository.setCreateTableIfNotExists(false);
    repository.start();
  }

  @Override
  public void join() {
    try (var connection = pool.getConnection()) {
      assert connection != null;
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    List<Claim> claims = new ArrayList<>();
    Set<String> here = new HashSet<>();
    for (Offer offer : offers) {
      String key = offer.identity().key();
      boolean known = repository.contains(key) || !here.add(key);
      claims.add(known ? new Claim.Duplicate() : new Claim.Claimed());
      if (!known) {
        transactions.afterCommit(() -> transactions.outside(() -> repository.add(key)));
      }
    }
    return claims;
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    return offers.stream().filter(offer -> repository.contains(offer.identity().key())).toList();
  }
}
