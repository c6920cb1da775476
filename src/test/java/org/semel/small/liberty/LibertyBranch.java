// SPDX-License-Identifier: Apache-2.0
package org.semel.small.liberty;

import java.nio.ByteBuffer;
import java.util.UUID;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** One branch of a {@link LibertyTransaction}, and what has become of it. */
final class LibertyBranch implements Xid {

  private static final int FORMAT = 0x57415344;

  private final XAResource resource;
  private final String entry;
  private final byte[] transaction;
  private final byte[] branch;
  private boolean running;
  private boolean forgotten;

  LibertyBranch(XAResource resource, String entry, byte[] transaction, int number) {
    this.resource = resource;
    this.entry = entry;
    this.transaction = transaction;
    this.branch = ByteBuffer.allocate(4).putInt(number + 1).array();
  }

  static byte[] freshId() {
    UUID id = UUID.randomUUID();
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  XAResource resource() {
    return resource;
  }

  /** By which recovery reaches its resource. */
  String entry() {
    return entry;
  }

  void start() throws XAException {
    resource.start(this, XAResource.TMNOFLAGS);
    running = true;
  }

  /** Whether it can go on. */
  boolean end() {
    running = false;
    return done(() -> resource.end(this, XAResource.TMSUCCESS));
  }

  /** Whether it agrees. */
  boolean prepare() {
    return done(() -> forgotten = resource.prepare(this) == XAResource.XA_RDONLY);
  }

  /** Whether it has committed, or had nothing to commit. */
  boolean commit(boolean alone) {
    return forgotten || done(() -> resource.commit(this, alone));
  }

  /** Whether it needs no further call, as it says that it has rolled back. */
  boolean hasRolledBack() {
    return forgotten;
  }

  void rollback() {
    if (running) {
      running = false;
      done(() -> resource.end(this, XAResource.TMFAIL));
    }
    if (!forgotten) {
      done(() -> resource.rollback(this));
    }
  }

  /** Something that a resource is asked. */
  @FunctionalInterface
  private interface Act {
    void run() throws XAException;
  }

  private boolean done(Act act) {
    try {
      act.run();
      return true;
    } catch (XAException e) {
      forgotten |= e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
      return false;
    }
  }

  @Override
  public int getFormatId() {
    return FORMAT;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return transaction.clone();
  }

  @Override
  public byte[] getBranchQualifier() {
    return branch.clone();
  }
}
