// SPDX-License-Identifier: Apache-2.0
package org.semel.it.trouble;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;

/** That a route has run; {@code kind} must not be null, which the database finds out at flush. */
@Entity
public class Mark {

  public static final String DDL =
      """
      CREATE TABLE IF NOT EXISTS mark (id bigint, key text NOT NULL, kind text NOT NULL);
      CREATE SEQUENCE IF NOT EXISTS mark_id;
      GRANT ALL ON mark, mark_id TO semel;
      """;

  public static final String PERSISTENCE =
      """
      <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
        <persistence-unit name="mark" transaction-type="JTA">
          <provider>org.hibernate.jpa.HibernatePersistenceProvider</provider>
          <jta-data-source>jdbc/semel</jta-data-source>
        </persistence-unit>
      </persistence>
      """;

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "mark_id")
  @SequenceGenerator(name = "mark_id", sequenceName = "mark_id", allocationSize = 1)
  private long id;

  private String key;
  private String kind;

  protected Mark() {}

  public Mark(String key, String kind) {
    this.key = key;
    this.kind = kind;
  }

  public long getId() {
    return id;
  }

  public String getKey() {
    return key;
  }

  public String getKind() {
    return kind;
  }
}
