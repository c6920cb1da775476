// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Moves a row from one state to another if it is in the first, in one statement whose row count
 * decides. Of two messages for the same move, one makes it and the other gets {@link
 * Moved.Already}.
 *
 * <pre>{@code
 * static final Transition PAY = Transition.in("purchase", "id", "status").from("NEW").to("PAID");
 *
 * if (PAY.move(dataSource, id) instanceof Moved.Refused refused) throw ...
 * }</pre>
 *
 * <p>A state that a row can enter again does not protect: a late duplicate would find the row in
 * the first state and move it once more. Use a version for such a row. Immutable and thread-safe.
 */
public final class Transition {

  private final StateColumn column;
  private final String from;
  private final String to;

  private record StateColumn(String table, String key, String state) {}

  private Transition(StateColumn column, String from, String to) {
    this.column = column;
    this.from = from;
    this.to = to;
  }

  /** A move without its second state. */
  public static final class From {
    private final StateColumn column;
    private final String from;

    private From(StateColumn column, String from) {
      this.column = column;
      this.from = from;
    }

    /**
     * The move to {@code to}.
     *
     * @throws IllegalArgumentException if that is the state that it starts from
     */
    public Transition to(String to) {
      if (to.equals(from)) {
        throw new IllegalArgumentException(
            "a move from " + from + " to itself does not protect from a duplicate");
      }
      return new Transition(column, from, to);
    }
  }

  /** A table whose rows have states. */
  public static final class In {
    private final StateColumn column;

    private In(StateColumn column) {
      this.column = column;
    }

    /** A move that starts from the state {@code from}. */
    public From from(String from) {
      return new From(column, from);
    }
  }

  /**
   * The rows of {@code table}.
   *
   * @param key the column of the primary key
   * @param state the column of the state, a text
   * @throws IllegalArgumentException if a name is not plain
   */
  public static In in(String table, String key, String state) {
    return new In(new StateColumn(Name.checked(table), Name.checked(key), Name.checked(state)));
  }

  /**
   * Moves one row, in the caller's transaction.
   *
   * @param dataSource Semel's ({@code @Inject @Semel DataSource}); another one is in no claim's
   *     transaction
   * @param key of the row, as JDBC takes it; not null
   * @throws IllegalStateException if more than one row has this key; the transaction must roll back
   * @throws WriteFailed if the database refuses; do not catch it
   */
  public Moved move(DataSource dataSource, Object key) {
    Statements statements = new Statements(dataSource);
    String move =
        "UPDATE %1$s SET %3$s = ? WHERE %2$s = ? AND %3$s = ?"
            .formatted(column.table, column.key, column.state);
    int moved = statements.update("move a row of " + column.table, move, List.of(to, key, from));
    if (moved > 1) {
      throw new IllegalStateException(
          moved + " rows of " + column.table + " have one " + column.key + "; it must be unique");
    }
    return moved == 1 ? new Moved.Now() : notMoved(statements, key);
  }

  private Moved notMoved(Statements statements, Object key) {
    String read =
        "SELECT %3$s::text FROM %1$s WHERE %2$s = ?" // without the blanks that fill up a char(n)
            .formatted(column.table, column.key, column.state);
    Optional<String> found = statements.first("read a row of " + column.table, read, List.of(key));
    return found
        .<Moved>map(state -> state.equals(to) ? new Moved.Already() : new Moved.Refused(state))
        .orElseGet(Moved.Absent::new);
  }
}
