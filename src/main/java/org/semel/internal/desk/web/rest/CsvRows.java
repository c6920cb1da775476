// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.semel.internal.desk.watch.redaction.Redaction;
import org.semel.internal.desk.web.rest.call.ExportedRows;

/**
 * The text of an export, page by page. One that breaks is cut, so that no one takes it for whole.
 */
final class CsvRows implements Iterator<String> {

  private final ExportedRows rows;
  private final RestListener listener;

  CsvRows(ExportedRows rows, RestListener listener) {
    this.rows = rows;
    this.listener = listener;
  }

  /** The names of the columns, and the first page, while a problem can still be answered. */
  String first() {
    return CsvText.head(rows.columns()) + page();
  }

  @Override
  public boolean hasNext() {
    return rows.pages().hasNext();
  }

  @Override
  public String next() {
    try {
      return page();
    } catch (RuntimeException e) {
      listener.failed("an export", e);
      throw new UncheckedIOException(new IOException("the export was cut"));
    }
  }

  private String page() {
    List<? extends Record> page = rows.pages().next();
    return page.stream()
        .map(item -> CsvText.row(rows.columns(), Redaction.STRICT.object(item).build()))
        .collect(joining());
  }
}
