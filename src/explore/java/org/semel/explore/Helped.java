// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.NullUnmarked;
import org.semel.entity.Applied;
import org.semel.entity.Remembering;

/** A row that a message makes through a helper, once; one for each message and step. */
@Entity
@Table(name = "explored_helped")
@NullUnmarked // as JPA has it
class Helped implements Remembering {

  /** Who has made it, if no message of the case has. */
  static final String RIVAL = "00000000-0000-8000-8000-000000000000";

  static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS explored_helped (id text PRIMARY KEY, consumer text NOT NULL, key text NOT NULL, label text NOT NULL,
        status text NOT NULL DEFAULT 'NEW', version bigint NOT NULL DEFAULT 0, times bigint NOT NULL DEFAULT 0,
        applied_identity uuid NOT NULL DEFAULT '%s', applied_version bigint NOT NULL DEFAULT 0);
      GRANT ALL ON explored_helped TO semel;
      """
          .formatted(RIVAL);

  @Id private String id;

  @Column(nullable = false)
  private String consumer;

  @Column(nullable = false)
  private String key;

  @Column(nullable = false)
  private String label;

  @Column(nullable = false)
  private String status = "NEW";

  @Column(nullable = false)
  private long version;

  @Column(nullable = false)
  private long times;

  @Embedded private Applied applied;

  /** For JPA. */
  protected Helped() {}

  Helped(Helpers.Place place) {
    this.id = place.id();
    this.consumer = place.consumer();
    this.key = place.key();
    this.label = place.label();
  }

  void takesEffect() {
    times++;
  }

  @Override
  public Applied getApplied() {
    return applied;
  }

  @Override
  public void setApplied(Applied applied) {
    this.applied = applied;
  }
}
