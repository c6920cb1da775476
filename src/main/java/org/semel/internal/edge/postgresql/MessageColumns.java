// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.semel.message.Body;
import org.semel.message.Message;
import org.semel.message.Origin;

/**
 * The columns in which every table keeps a message, so that one that moves from table to table is
 * the same in each: {@code headers}, {@code form}, {@code content_type}, {@code body}, {@code
 * destination}, {@code message_id}, in this order.
 */
public final class MessageColumns {

  /**
   * The columns in place of {@code body}: the body if it has at most so many bytes, and its size.
   * The size of a large one is known without reading it.
   */
  public static final String UP_TO =
      "CASE WHEN octet_length(body) <= ? THEN body END AS body, octet_length(body) AS size";

  /**
   * The number of bytes of bodies that are read together without a policy; the last body may exceed
   * it.
   */
  public static final int TOGETHER = 32 << 20;

  private MessageColumns() {}

  public static <T> Binds bind(Binds binds, List<T> rows, Function<T, Message> message)
      throws SQLException {
    return binds
        .texts(rows, row -> HeadersColumn.write(message.apply(row).headers()))
        .texts(rows, row -> message.apply(row).body().form().name())
        .texts(rows, row -> message.apply(row).body().contentType().orElse(null))
        .byteArrays(rows, row -> message.apply(row).body().bytes())
        .texts(rows, row -> message.apply(row).origin().destination())
        .texts(rows, row -> message.apply(row).origin().messageId());
  }

  /** With {@code deliveries} behind them. */
  public static <T> Binds bindDelivered(Binds binds, List<T> rows, Function<T, Message> message)
      throws SQLException {
    return bind(binds, rows, message)
        .numbers(rows, row -> (long) message.apply(row).origin().deliveries());
  }

  /** Of a table that has {@code deliveries} too. */
  public static Message delivered(ResultSet row) throws SQLException {
    return message(row, row.getInt("deliveries"));
  }

  static Message message(ResultSet row, int deliveries) throws SQLException {
    return new Message(
        HeadersColumn.read(row.getString("headers")),
        body(row),
        new Origin(row.getString("destination"), row.getString("message_id"), deliveries));
  }

  public static Body body(ResultSet row) throws SQLException {
    return Body.stored(
        Body.Form.valueOf(row.getString("form")),
        row.getBytes("body"),
        row.getString("content_type"));
  }

  /** Of a row with {@link #UP_TO}: one that is larger than was asked for is not read. */
  public static Message upTo(ResultSet row, int deliveries) throws SQLException {
    return new Message(
        HeadersColumn.read(row.getString("headers")),
        bodyUpTo(row),
        new Origin(row.getString("destination"), row.getString("message_id"), deliveries));
  }

  /** The body alone of such a row. */
  public static Body bodyUpTo(ResultSet row) throws SQLException {
    Body.Form form = Body.Form.valueOf(row.getString("form"));
    @Nullable String contentType = row.getString("content_type");
    byte @Nullable [] bytes = row.getBytes("body");
    return bytes == null
        ? Body.unread(form, row.getInt("size"), contentType)
        : Body.stored(form, bytes, contentType);
  }
}
