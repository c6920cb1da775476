// SPDX-License-Identifier: Apache-2.0
package org.semel.jta;

import jakarta.transaction.Status;

/** The ten statuses of {@link Status}, folded into what matters here. */
enum Phase {
  /** No transaction. */
  NONE,
  /** One that can still commit. */
  ACTIVE,
  /** One that can only roll back, or has. */
  DOOMED,
  /** One whose outcome is being decided or cannot be told. */
  DECIDING,
  /** One that has committed. */
  COMMITTED;

  static Phase of(int status) {
    return switch (status) {
      case Status.STATUS_NO_TRANSACTION -> NONE;
      case Status.STATUS_ACTIVE -> ACTIVE;
      case Status.STATUS_MARKED_ROLLBACK, Status.STATUS_ROLLING_BACK, Status.STATUS_ROLLEDBACK ->
          DOOMED;
      case Status.STATUS_COMMITTED -> COMMITTED;
      default -> DECIDING;
    };
  }

  /** As part of a sentence. */
  String sentence() {
    return switch (this) {
      case NONE -> "there is no transaction";
      case ACTIVE -> "there is a transaction";
      case DOOMED -> "the transaction can only roll back";
      case DECIDING -> "the transaction is already being ended";
      case COMMITTED -> "the transaction has already committed";
    };
  }
}
