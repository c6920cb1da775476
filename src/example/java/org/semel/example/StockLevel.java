// SPDX-License-Identifier: Apache-2.0
package org.semel.example;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.ColumnTransformer;

/**
 * What is on hand of one article. Read as zero and written as a difference, {@code on_hand =
 * on_hand + ?}, so that two transactions never overwrite each other and a double effect shows in
 * the sum.
 */
@Entity
@Table(name = "stock")
public class StockLevel {

  @Id private String code;

  @Column(name = "on_hand")
  @ColumnTransformer(read = "0", write = "on_hand + ?")
  private long change;

  protected StockLevel() {}

  public void take(long quantity) {
    change -= quantity;
  }

  public String getCode() {
    return code;
  }
}
