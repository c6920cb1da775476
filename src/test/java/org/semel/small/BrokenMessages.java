// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMapMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQStreamMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;

/** Messages of ActiveMQ Classic whose bytes are not what their type says, each by what it is. */
public final class BrokenMessages {

  private static final byte INT = 5;
  private static final byte MAP = 11;

  /** More than any stack of a thread has room for. */
  private static final int DEEP = 100_000;

  private BrokenMessages() {}

  /** One of each kind. */
  public static Map<String, ActiveMQMessage> all() {
    Map<String, ActiveMQMessage> all = new LinkedHashMap<>();
    all.put("a text shorter than it says", with(new ActiveMQTextMessage(), 0, 0, 0, 100));
    all.put("a text that is no UTF-8", with(new ActiveMQTextMessage(), 0, 0, 0, 2, 0xC3, 0x28));
    all.put("a compressed text that is cut off", compressed(new ActiveMQTextMessage(), cut()));
    all.put("a compressed text that is none", compressed(new ActiveMQTextMessage(), new byte[9]));
    all.put("compressed bytes that are cut off", compressed(new ActiveMQBytesMessage(), sized()));
    all.put("a map that is cut off", with(new ActiveMQMapMessage(), 0, 0, 0, 2, 0, 1, 'a'));
    all.put("a map with a value of no type", with(map(), 0, 0, 0, 1, 0, 1, 'a', 99));
    all.put("a map in a map in a map", with(new ActiveMQMapMessage(), nested()));
    all.put("a stream with a value of no type", with(new ActiveMQStreamMessage(), 99));
    all.put("a stream that is cut off", with(new ActiveMQStreamMessage(), INT, 0, 0, 0, 7, INT, 0));
    all.put("properties that are cut off", unnamed());
    return all;
  }

  /** Its own bytes, as the client keeps them. */
  public static byte[] content(ActiveMQMessage message) {
    ByteSequence content = message.getContent();
    return content == null ? new byte[0] : content.getData();
  }

  private static ActiveMQMapMessage map() {
    return new ActiveMQMapMessage();
  }

  private static ActiveMQMessage unnamed() {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setMarshalledProperties(new ByteSequence(new byte[] {0, 0, 0, 5, 0, 1, 'a'}));
    return with(message, 0, 0, 0, 1, 'a');
  }

  private static ActiveMQMessage compressed(ActiveMQMessage message, byte[] content) {
    message.setCompressed(true);
    return with(message, content);
  }

  private static ActiveMQMessage with(ActiveMQMessage message, int... content) {
    byte[] bytes = new byte[content.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) content[i];
    }
    return with(message, bytes);
  }

  private static ActiveMQMessage with(ActiveMQMessage message, byte[] content) {
    message.setContent(new ByteSequence(content));
    return message;
  }

  private static byte[] cut() {
    byte[] text = "abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
    byte[] whole = Deflated.of(ByteBuffer.allocate(30).putInt(text.length).put(text).array());
    return Arrays.copyOf(whole, whole.length / 2);
  }

  /** The length of what was compressed stands before it. */
  private static byte[] sized() {
    byte[] cut = cut();
    return ByteBuffer.allocate(Integer.BYTES + cut.length).putInt(30).put(cut).array();
  }

  private static byte[] nested() {
    ByteBuffer maps = ByteBuffer.allocate(DEEP * 8);
    for (int i = 0; i < DEEP; i++) {
      maps.putInt(1).putShort((short) 1).put((byte) 'a').put(MAP);
    }
    return maps.array();
  }
}
