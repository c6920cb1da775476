// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import static java.nio.charset.StandardCharsets.UTF_8;

import javax.transaction.xa.Xid;

/** A branch of nobody's transaction manager, so that no recovery ends it. */
public record HandmadeXid(String id) implements Xid {

  public static final int FORMAT = 4711;

  @Override
  public int getFormatId() {
    return FORMAT;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return id.getBytes(UTF_8);
  }

  @Override
  public byte[] getBranchQualifier() {
    return new byte[] {1};
  }
}
