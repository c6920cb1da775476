// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.time.Duration;
import java.util.List;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryParking;
import org.semel.fake.InMemoryVersions;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

class InMemoryVersionsTest extends VersionsContract {

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryParking parking = new InMemoryParking(transactions);
  private final InMemoryVersions versions = new InMemoryVersions(transactions, parking);

  @Override
  protected Transactions transactions() {
    return transactions;
  }

  @Override
  protected Versions versions() {
    return versions;
  }

  @Override
  protected ParkedStore parking() {
    return parking;
  }

  @Override
  protected List<String> cases(Identity identity) {
    return parking.cases(identity);
  }

  @Override
  protected Gaps gaps() {
    return versions;
  }

  @Override
  protected long ignored(Identity aggregate) {
    return versions.ignored(aggregate);
  }

  @Override
  protected void age(Duration by) {
    versions.age(by);
  }
}
