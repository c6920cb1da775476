// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.MessageColumns;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.EffectHeaders;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.message.Identity;

/** Intents, column by column of {@code semel_intent}. */
final class IntentRows {

  private IntentRows() {}

  /**
   * Key, consumer, cause, destination, ordinal, name, headers, form, content type, body, digest of
   * the headers.
   */
  static Binds bind(Binds binds, List<Intent> intents) throws SQLException {
    return binds
        .uuids(intents, Intent::key)
        .texts(intents, intent -> intent.cause().consumer())
        .texts(intents, intent -> intent.cause().key())
        .texts(intents, intent -> intent.address().destination().name())
        .numbers(intents, intent -> (long) intent.address().ordinal())
        .texts(intents, intent -> intent.address().name().orElse(null))
        .texts(intents, intent -> HeadersColumn.write(intent.headers()))
        .texts(intents, intent -> intent.body().form().name())
        .texts(intents, intent -> intent.body().contentType().orElse(null))
        .byteArrays(intents, intent -> intent.body().bytes())
        .uuids(intents, IntentRows::headersDigest);
  }

  /** The same of one intent. */
  static Binds bind(Binds binds, Intent intent) throws SQLException {
    return binds
        .uuid(intent.key())
        .text(intent.cause().consumer())
        .text(intent.cause().key())
        .text(intent.address().destination().name())
        .number(intent.address().ordinal())
        .text(intent.address().name().orElse(null))
        .text(HeadersColumn.write(intent.headers()))
        .text(intent.body().form().name())
        .text(intent.body().contentType().orElse(null))
        .bytes(intent.body().bytes())
        .uuid(headersDigest(intent));
  }

  static UUID headersDigest(Intent intent) {
    return EffectHeaders.digest(intent.headers());
  }

  static void expect(int written, List<Intent> intents) {
    if (written != intents.size()) {
      throw new IllegalStateException(
          written + " of " + intents.size() + " intents were written; this is a defect of Semel");
    }
  }

  /** All but the order key, which is no longer needed. */
  static Intent.Address address(ResultSet row) throws SQLException {
    return new Intent.Address(
        new Destination(row.getString("destination")),
        row.getInt("ordinal"),
        Optional.empty(),
        Optional.ofNullable(row.getString("name")));
  }

  static Lease lease(ResultSet row) throws SQLException {
    Intent intent =
        new Intent(
            new Identity(row.getString("consumer"), row.getString("cause")),
            address(row),
            HeadersColumn.read(row.getString("headers")),
            MessageColumns.body(row));
    Trace trace = row.getBoolean("uncertain") ? Trace.POSSIBLE : Trace.NONE;
    Duration keyAge = Duration.ofMillis(row.getLong("key_age"));
    return new Lease(
        intent,
        row.getLong("lease"),
        new Lease.DeliveryHistory(
            row.getInt("failures"),
            trace,
            row.getBoolean("vouched"),
            keyAge,
            Optional.ofNullable(row.getString("detail"))));
  }
}
