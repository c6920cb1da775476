// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.ordered;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/** A row of {@code semel_held}: a held message, and how often it has failed. */
record HeldRow(HeldMessage waiting, int failures) {

  static Binds bind(List<HeldMessage> rows, Binds binds) throws SQLException {
    binds
        .uuids(rows, row -> row.place().aggregate().digest())
        .numbers(rows, row -> row.place().version())
        .texts(rows, row -> row.place().aggregate().consumer())
        .texts(rows, row -> row.place().aggregate().key())
        .texts(rows, row -> row.offer().identity().key())
        .byteArrays(rows, row -> row.offer().fingerprint().bytes());
    return MessageColumns.bindDelivered(binds, rows, HeldMessage::message);
  }

  static HeldRow read(ResultSet row) throws SQLException {
    String consumer = row.getString("consumer");
    Place place =
        new Place(new Identity(consumer, row.getString("aggregate_key")), row.getLong("version"));
    Offer offer =
        new Offer(
            new Identity(consumer, row.getString("key")),
            Fingerprint.stored(row.getBytes("fingerprint")));
    return new HeldRow(
        new HeldMessage(place, offer, MessageColumns.delivered(row)), row.getInt("failures"));
  }
}
