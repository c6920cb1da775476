// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "entity_account")
class Account implements Remembering {

  @Id private String number;
  private long balance;
  @Embedded private Applied last;

  protected Account() {}

  Account(String number, long balance) {
    this.number = number;
    this.balance = balance;
  }

  long balance() {
    return balance;
  }

  void add(long amount) {
    balance += amount;
  }

  @Override
  public Applied getApplied() {
    return last;
  }

  @Override
  public void setApplied(Applied applied) {
    last = applied;
  }
}
