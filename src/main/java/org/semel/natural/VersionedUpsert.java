// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes the latest version of a row in one statement, and never overwrites a newer version with an
 * older one: messages may be duplicated, late, or out of order.
 *
 * <pre>{@code
 * static final VersionedUpsert PRICES = VersionedUpsert.into("price", "sku", "version", "amount", "currency");
 *
 * PRICES.write(dataSource, "A-17", 4, amount, currency);
 * }</pre>
 *
 * <p>The key needs a primary key or a unique index. The version must grow with every change; the
 * producer counts it (the clocks of several machines do not). Immutable and thread-safe.
 */
public final class VersionedUpsert {

  private final String act;
  private final String sql;
  private final int columns;

  private VersionedUpsert(String act, String sql, int columns) {
    this.act = act;
    this.sql = sql;
    this.columns = columns;
  }

  /**
   * An upsert into {@code table}.
   *
   * @param key the column that identifies the row
   * @param version the column of the version, a whole number that is not null
   * @param columns the columns that a version sets; other columns keep their values
   * @throws IllegalArgumentException if a name is not plain
   */
  public static VersionedUpsert into(String table, String key, String version, String... columns) {
    List<String> names =
        Stream.concat(Stream.of(key, version), Stream.of(columns)).map(Name::checked).toList();
    String set =
        names.stream()
            .skip(1)
            .map(name -> name + " = excluded." + name)
            .collect(Collectors.joining(", "));
    String sql =
        "INSERT INTO %s AS t (%s) VALUES (%s) ON CONFLICT (%s) DO UPDATE SET %s WHERE t.%s < excluded.%s"
            .formatted(
                Name.checked(table),
                String.join(", ", names),
                String.join(", ", Collections.nCopies(names.size(), "?")),
                key,
                set,
                version,
                version);
    return new VersionedUpsert("write a version into " + table, sql, columns.length);
  }

  /**
   * Writes one version, in the caller's transaction.
   *
   * @param dataSource Semel's ({@code @Inject @Semel DataSource}); another one is in no claim's
   *     transaction
   * @param key of the row, as JDBC takes it; not null
   * @param version of the row that these values make
   * @param values of the columns, in the order of the columns, as JDBC takes them; may be null each
   * @throws IllegalArgumentException if there are more or fewer values than columns
   * @throws WriteFailed if the database refuses; do not catch it
   */
  public Upserted write(
      DataSource dataSource, Object key, long version, @Nullable Object... values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(
          values.length + " values were given for " + columns + " columns");
    }
    List<@Nullable Object> all = new ArrayList<>();
    all.add(Objects.requireNonNull(key, "key"));
    all.add(version);
    all.addAll(Arrays.asList(values));
    return new Statements(dataSource).update(act, sql, all) == 1
        ? new Upserted.Written()
        : new Upserted.Stale();
  }
}
