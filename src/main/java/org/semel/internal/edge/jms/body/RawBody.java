// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.Message;
import java.util.Arrays;
import org.semel.message.Body;

/** The bytes of a message that its client cannot read, as evidence: ActiveMQ Classic shows them. */
public final class RawBody {

  private RawBody() {}

  /** Their beginning; none, if the client does not show them. */
  public static Body of(Message message) {
    try {
      Object content = Reflected.call(message, "getContent");
      byte[] bytes = (byte[]) Reflected.call(content, "getData");
      int from = (int) Reflected.call(content, "getOffset");
      int length = Math.min(BodyRead.EVIDENCE, (int) Reflected.call(content, "getLength"));
      return Body.bytes(Arrays.copyOfRange(bytes, from, from + length), null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Body.none();
    }
  }
}
