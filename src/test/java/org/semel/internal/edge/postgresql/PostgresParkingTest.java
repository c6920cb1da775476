// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.claim.ParkedStoreContract;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Message;
import org.semel.message.Origin;
import org.semel.small.SmallServer;

class PostgresParkingTest extends ParkedStoreContract {

  private final SmallServer server = SmallServer.shared();

  @Override
  protected Transactions transactions() {
    return server.transactions();
  }

  @Override
  protected ParkedStore parking() {
    return new ParkedTable(server.jdbc());
  }

  @Override
  protected long parked() {
    return server
        .postgres()
        .number("SELECT count(*) FROM semel_parked WHERE consumer = ?", consumer);
  }

  @Override
  protected Message only() {
    return server
        .jdbc()
        .query(
            "read the parked message",
            "SELECT * FROM semel_parked WHERE consumer = ?",
            binds -> binds.text(consumer),
            row ->
                new Message(
                    HeadersColumn.read(row.getString("headers")),
                    Body.stored(
                        Body.Form.valueOf(row.getString("form")),
                        row.getBytes("body"),
                        row.getString("content_type")),
                    new Origin(
                        row.getString("destination"),
                        row.getString("message_id"),
                        row.getInt("deliveries"))))
        .get(0);
  }
}
