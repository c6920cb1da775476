// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import jakarta.annotation.Resource;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Shows where the application stands, for people who follow the demo in a browser. */
@WebServlet("/")
public class FiguresServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final String FIGURES =
      """
      SELECT (SELECT count(*) FROM reservation)                                AS reservations,
             (SELECT coalesce(sum(quantity), 0) FROM reservation)              AS quantity,
             (SELECT count(*) FROM semel_duplicate)                            AS duplicates_absorbed,
             (SELECT count(*) FROM semel_intent WHERE state = 'delivered')     AS confirmations_delivered,
             (SELECT count(*) FROM semel_intent WHERE state IN ('pending', 'leased')) AS confirmations_waiting,
             (SELECT count(*) FROM semel_parked WHERE state = 'parked')       AS parked
      """;

  @Resource(name = "jdbc/semel")
  private transient DataSource dataSource;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.setContentType("text/plain; charset=utf-8");
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(FIGURES)) {
      row.next();
      PrintWriter page = response.getWriter();
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        page.println(row.getMetaData().getColumnLabel(i) + " " + row.getLong(i));
      }
    } catch (SQLException e) {
      throw new ServletException("the database does not answer", e);
    }
  }
}
