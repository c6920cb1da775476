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

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "mark_id")
  @SequenceGenerator(name = "mark_id", sequenceName = "mark_id", allocationSize = 1)
  private long id;

  private String key;
  private String kind;

  protected Mark() {}

  Mark(String key, String kind) {
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
