// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.Status;

/** The ten statuses of {@link Status}, folded into what matters here. */
enum TransactionStatus {
  /** No transaction. */
  NONE,
  /** One that can still commit. */
  ACTIVE,
  /** One that can only roll back. */
  MARKED,
  /** One that is rolling back, or has. */
  ROLLED_BACK,
  /** One whose outcome is being decided or is not known. */
  DECIDING,
  /** One that has committed. */
  COMMITTED;

  static TransactionStatus of(int status) {
    return switch (status) {
      case Status.STATUS_NO_TRANSACTION -> NONE;
      case Status.STATUS_ACTIVE -> ACTIVE;
      case Status.STATUS_MARKED_ROLLBACK -> MARKED;
      case Status.STATUS_ROLLING_BACK, Status.STATUS_ROLLEDBACK -> ROLLED_BACK;
      case Status.STATUS_COMMITTED -> COMMITTED;
      default -> DECIDING;
    };
  }

  boolean isDoomed() {
    return this == MARKED || this == ROLLED_BACK;
  }

  /** As part of a sentence. */
  String sentence() {
    return switch (this) {
      case NONE -> "there is no transaction";
      case ACTIVE -> "there is a transaction";
      case MARKED -> "the transaction can only roll back";
      case ROLLED_BACK -> "the transaction has been rolled back";
      case DECIDING -> "the transaction is already being ended";
      case COMMITTED -> "the transaction has already committed";
    };
  }
}
