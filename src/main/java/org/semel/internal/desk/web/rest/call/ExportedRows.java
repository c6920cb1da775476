// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A list as rows of a table. Only one page of it is in memory, however slowly it is read; and it
 * ends after {@value #MOST} rows, so that no request reads a table without end.
 */
public final class ExportedRows implements CallResult {

  /** Rows of one export; a caller that wants more begins the next one behind the last row. */
  public static final int MOST = 10_000;

  static final int PAGE = 500;

  /** The value of the parameter that asks for it. */
  private static final String CSV = "csv";

  private final List<String> columns;
  private final Iterator<? extends List<? extends Record>> pages;

  private ExportedRows(List<String> columns, Iterator<? extends List<? extends Record>> pages) {
    this.columns = List.copyOf(columns);
    this.pages = pages;
  }

  /**
   * All rows of a list, up to {@value #MOST}.
   *
   * @param columns each the way to a value in an item: {@code cause.reason}
   * @param place where the first page begins
   * @param behind the items behind a place, and at most how many
   * @param placeOf the place of an item
   */
  public static <T extends Record, P> ExportedRows of(
      List<String> columns,
      P place,
      BiFunction<P, Integer, List<T>> behind,
      Function<T, P> placeOf) {
    return new ExportedRows(columns, new Pages<>(place, behind, placeOf));
  }

  /**
   * Whether a call asks for rows.
   *
   * @throws RequestRefused if it asks for anything else that a list cannot be
   */
  public static boolean areAskedFor(Call call) {
    Optional<String> format = call.find(Parameter.FORMAT.name(), String.class);
    if (format.isPresent() && !format.get().equals(CSV)) {
      throw RequestRefused.invalid("'format' must be csv; leave it out for JSON.");
    }
    if (format.isPresent() && call.find(Parameter.LIMIT.name(), Long.class).isPresent()) {
      throw RequestRefused.invalid("'limit' is of pages of JSON, and not of rows.");
    }
    return format.isPresent();
  }

  public List<String> columns() {
    return columns;
  }

  /** One after the other; each is read when it is asked for. */
  public Iterator<? extends List<? extends Record>> pages() {
    return pages;
  }

  /** Pages of one list. The first one is there though it be empty. */
  private static final class Pages<T extends Record, P> implements Iterator<List<T>> {

    private final BiFunction<P, Integer, List<T>> behind;
    private final Function<T, P> placeOf;
    private final Deque<P> places = new ArrayDeque<>();
    private int left = MOST;

    Pages(P place, BiFunction<P, Integer, List<T>> behind, Function<T, P> placeOf) {
      this.behind = behind;
      this.placeOf = placeOf;
      places.add(place);
    }

    @Override
    public boolean hasNext() {
      return !places.isEmpty();
    }

    @Override
    public List<T> next() {
      if (places.isEmpty()) {
        throw new NoSuchElementException("that was the last page");
      }
      int most = Math.min(PAGE, left);
      List<T> page = behind.apply(places.remove(), most);
      left -= page.size();
      if (page.size() == most && left > 0) {
        places.add(placeOf.apply(page.get(most - 1)));
      }
      return page;
    }
  }
}
