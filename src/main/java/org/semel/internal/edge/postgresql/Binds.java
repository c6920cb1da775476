// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.semel.message.Identity;

/** Binds the parameters of a statement in the order of its text. */
public final class Binds {

  private final PreparedStatement statement;
  private final DatabaseText text;
  private int position;

  Binds(PreparedStatement statement, DatabaseText text) {
    this.statement = statement;
    this.text = text;
  }

  public Binds uuid(@Nullable UUID value) throws SQLException {
    statement.setObject(++position, value, Types.OTHER);
    return this;
  }

  /** Three at once: digest, consumer, key. */
  public Binds identity(Identity identity) throws SQLException {
    return uuid(identity.digest()).text(identity.consumer()).text(identity.key());
  }

  /**
   * Binds a text. Characters that the database cannot hold are replaced, so that evidence with them
   * can still be stored.
   */
  public Binds text(@Nullable String value) throws SQLException {
    statement.setString(++position, fit(value));
    return this;
  }

  public Binds bytes(byte @Nullable [] value) throws SQLException {
    statement.setBytes(++position, value);
    return this;
  }

  public Binds truth(boolean value) throws SQLException {
    statement.setBoolean(++position, value);
    return this;
  }

  public Binds number(long value) throws SQLException {
    statement.setLong(++position, value);
    return this;
  }

  /** Cells may be null. */
  public <T> Binds uuids(List<T> rows, Function<T, @Nullable UUID> column) throws SQLException {
    return array("uuid", cells(rows, column));
  }

  /** Cells may be null. */
  public <T> Binds texts(List<T> rows, Function<T, @Nullable String> column) throws SQLException {
    Object[] cells = new Object[rows.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = fit(column.apply(rows.get(i)));
    }
    return array("text", cells);
  }

  public <T> Binds byteArrays(List<T> rows, Function<T, byte[]> column) throws SQLException {
    return array("bytea", rows.stream().map(column).toArray(byte[][]::new));
  }

  /** Cells may be null. */
  public <T> Binds numbers(List<T> rows, Function<T, @Nullable Long> column) throws SQLException {
    return array("bigint", cells(rows, column));
  }

  public <T> Binds truths(List<T> rows, Function<T, Boolean> column) throws SQLException {
    return array("boolean", cells(rows, column));
  }

  /** A loop: this runs for every column of every message. */
  private static <T> Object[] cells(List<T> rows, Function<T, ? extends @Nullable Object> column) {
    Object[] cells = new Object[rows.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = column.apply(rows.get(i));
    }
    return cells;
  }

  private Binds array(String type, Object[] cells) throws SQLException {
    statement.setArray(++position, statement.getConnection().createArrayOf(type, cells));
    return this;
  }

  private @Nullable String fit(@Nullable String value) throws SQLException {
    return value == null ? null : text.fit(value, statement.getConnection());
  }
}
