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

  /** Lets the database refuse marks of the kind {@link #REFUSED}, and only at the commit. */
  public static final String REFUSAL =
      """
      CREATE OR REPLACE FUNCTION refuse_mark() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the mark is not wanted'; END $$;
      DROP TRIGGER IF EXISTS refused ON mark;
      CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON mark DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.kind = 'is refused at commit') EXECUTE FUNCTION refuse_mark();
      """;

  public static final String REFUSED = "is refused at commit";

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
