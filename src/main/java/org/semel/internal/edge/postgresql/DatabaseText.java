// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.semel.message.Identity;

/**
 * Text as a database can hold it. None holds NUL, and one whose encoding is not UTF-8 lacks most
 * signs: there whatever is not ASCII is written as {@code \\u20ac}, so that nothing that a message
 * or an exception says keeps its failure from being counted. JSON reads that as the sign itself.
 *
 * <p>One for each data source; safe for any thread.
 */
public final class DatabaseText {

  /** SQL_ASCII takes whatever comes. */
  private static final Set<String> ALL_SIGNS = Set.of("UTF8", "SQL_ASCII");

  private static final Pattern ESCAPED = Pattern.compile("\\\\u([0-9a-f]{4})");

  private volatile @Nullable Boolean holdsAll;

  DatabaseText() {}

  /** The text, or what stands for it in the database of {@code connection}. */
  String fit(String text, Connection connection) throws SQLException {
    String clean = text.replace('\0', '\uFFFD');
    return isAscii(clean) || holdsAll(connection) ? clean : ascii(clean);
  }

  /**
   * The identity of a row with {@code identity}, {@code consumer} and {@code key}, as it was before
   * its key was written: the digest tells.
   */
  public static Identity identity(ResultSet row) throws SQLException {
    Identity written = new Identity(row.getString("consumer"), row.getString("key"));
    if (!written.key().contains("\\u")) {
      return written;
    }
    Identity before = new Identity(written.consumer(), restored(written.key()));
    return before.digest().equals(row.getObject("identity", UUID.class)) ? before : written;
  }

  private boolean holdsAll(Connection connection) throws SQLException {
    Boolean known = holdsAll;
    if (known == null) {
      known = ALL_SIGNS.contains(encoding(connection));
      holdsAll = known;
    }
    return known;
  }

  private static String encoding(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet shown = statement.executeQuery("SHOW server_encoding")) {
      shown.next();
      return shown.getString(1);
    }
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String ascii(String text) {
    StringBuilder ascii = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign < 0x80) {
        ascii.append(sign);
      } else {
        ascii.append("\\u%04x".formatted((int) sign));
      }
    }
    return ascii.toString();
  }

  private static String restored(String ascii) {
    return ESCAPED
        .matcher(ascii)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 16))));
  }
}
