// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Open Liberty's log says is decided, whichever of its files is in use. */
class LibertyLogTest {

  private static final int INACTIVE = 2;
  private static final int IN_USE = 4;
  private static final short WRITTEN = 1;
  private static final short TAKEN_BACK = 2;

  @TempDir Path directory;
  private final ByteBuffer file = ByteBuffer.allocate(4096);

  @BeforeEach
  void createTheFolder() throws IOException {
    Files.createDirectories(directory.resolve("tranlog"));
  }

  @Test
  void whatHasARecordAndWasNotTakenBackIsDecided() throws IOException {
    begin(IN_USE, 7);
    add(7, WRITTEN, 1, name('a'));
    add(8, WRITTEN, 2, name('b'));
    add(9, TAKEN_BACK, 1, new byte[0]);
    write("log1");
    assertThat(LibertyLog.records(directory)).containsExactly(globalId('b'));
  }

  /** The server notes its own name, and the partners of transactions. */
  @Test
  void aRecordWithoutATransactionsNameIsNoDecision() throws IOException {
    begin(IN_USE, 1);
    add(1, WRITTEN, 1, "the server".getBytes(StandardCharsets.US_ASCII));
    write("log1");
    assertThat(LibertyLog.records(directory)).isEmpty();
  }

  @Test
  void recordsOfAnEarlierUseOfTheFileDoNotCount() throws IOException {
    begin(IN_USE, 70);
    add(70, WRITTEN, 1, name('a'));
    add(8, WRITTEN, 2, name('b'));
    write("log1");
    assertThat(LibertyLog.records(directory)).containsExactly(globalId('a'));
  }

  @Test
  void theFileThatIsNotInUseDoesNotCount() throws IOException {
    begin(INACTIVE, 1);
    add(1, WRITTEN, 1, name('a'));
    write("log1");
    begin(IN_USE, 9);
    add(9, WRITTEN, 2, name('b'));
    write("log2");
    assertThat(LibertyLog.records(directory)).containsExactly(globalId('b'));
  }

  @Test
  void aServerThatHasNotStartedYetHasDecidedNothing() throws IOException {
    assertThat(LibertyLog.records(directory)).isEmpty();
    Files.createFile(directory.resolve("tranlog/log1"));
    assertThat(LibertyLog.records(directory)).isEmpty();
  }

  @Test
  void aTransactionsNameEndsWithThatOfItsServer() throws IOException {
    begin(IN_USE, 1);
    add(1, WRITTEN, 1, "z".repeat(20).getBytes(StandardCharsets.US_ASCII));
    write("log1");
    assertThat(LibertyLog.isOf(directory, "00".repeat(16) + "7a".repeat(20))).isTrue();
    assertThat(LibertyLog.isOf(directory, "00".repeat(16) + "7b".repeat(20))).isFalse();
    assertThat(LibertyLog.isOf(directory, "7a".repeat(20))).as("of another kind").isFalse();
  }

  /** Length, magic, version, state, date, first record; then names, which differ in length. */
  private void begin(int state, long first) {
    file.clear().put(new byte[4096]).clear();
    file.putInt(0).put("WASLOG".getBytes(StandardCharsets.US_ASCII)).putInt(3).putInt(state);
    file.putLong(1).putLong(first).put("semel".getBytes(StandardCharsets.US_ASCII));
  }

  private void add(long number, short kind, long transaction, byte[] content) {
    byte[] server = "semel".getBytes(StandardCharsets.US_ASCII);
    file.put("RCRD".getBytes(StandardCharsets.US_ASCII)).putLong(number);
    file.putInt(Integer.BYTES + server.length + Long.BYTES + Short.BYTES + content.length);
    file.putInt(server.length).put(server).putLong(transaction).putShort(kind).put(content);
    file.putLong(number);
  }

  /** Behind something else. */
  private static byte[] name(char of) {
    ByteBuffer name = ByteBuffer.allocate(100).putInt(3).putInt(0x57415344).putInt(36).putInt(40);
    return name.put(String.valueOf(of).repeat(76).getBytes(StandardCharsets.US_ASCII)).array();
  }

  private static String globalId(char of) {
    return Integer.toHexString(of).repeat(36);
  }

  private void write(String name) throws IOException {
    Files.write(directory.resolve("tranlog").resolve(name), file.array());
  }
}
