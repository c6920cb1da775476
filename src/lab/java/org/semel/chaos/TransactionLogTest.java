// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record of the log is read as a whole, or it is told that it is not whole. */
class TransactionLogTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int LISTS = 0x60;
  private static final int END_OF_LIST = 0x1cf;

  @TempDir Path store;
  private Path record;

  @BeforeEach
  void createARecord() throws IOException {
    record = Files.createDirectories(store.resolve("AtomicAction")).resolve("0_1");
    Files.createFile(record);
  }

  /** Narayana writes a note again in each recovery; its file is empty for a moment. */
  @Test
  void aNoteThatIsBeingWrittenAgainIsNoDecision() throws Exception {
    FutureTask<Set<String>> records = new FutureTask<>(() -> TransactionLog.records(store));
    Thread reader = new Thread(records, "reader");
    reader.start();
    await("the reader waits, or has read an empty file")
        .atMost(PATIENCE)
        .until(() -> reader.getState() == Thread.State.TIMED_WAITING || records.isDone());
    Files.write(record, state(0, END_OF_LIST, 1));
    assertThat(records.get()).isEmpty();
    assertThat(TransactionLog.notes(store)).containsExactly("0_1");
  }

  @Test
  void whatRecoveryHasSetAsideIsPutBackOnceItsPlaceIsFree() throws IOException {
    Path aside = Files.createDirectories(record.resolveSibling("Expired")).resolve("0_1");
    Files.write(aside, state(1, END_OF_LIST, 1));
    assertThat(TransactionLog.putBack(store)).as("it is being moved").isEmpty();
    Files.delete(record);
    assertThat(TransactionLog.putBack(store)).containsExactly("0_1");
    assertThat(record).hasBinaryContent(state(1, END_OF_LIST, 1));
    assertThat(aside).doesNotExist();
    assertThat(TransactionLog.putBack(store)).isEmpty();
  }

  /** A kill as it was written: nobody has acted by it, and there is nothing to put back. */
  @Test
  void whatWasCutOffAndSetAsideIsNoDecision() throws IOException {
    Path folder = Files.createDirectories(record.resolveSibling("Expired"));
    Path aside = Files.move(record, folder.resolve("0_1"));
    assertThat(TransactionLog.records(store)).isEmpty();
    assertThat(TransactionLog.notes(store)).isEmpty();
    assertThat(TransactionLog.cutOff(store)).containsExactly("0_1");
    assertThat(TransactionLog.putBack(store)).isEmpty();
    assertThat(aside).exists();
  }

  @Test
  void whatTwoBranchesWereToldIsADecision() throws IOException {
    Files.write(record, state(1, END_OF_LIST, 1));
    assertThat(TransactionLog.records(store)).containsExactly("0_1");
  }

  /** Its writer is dead, and wrote no decision. */
  @Test
  void whatStaysEmptyIsNoDecision() {
    assertThat(TransactionLog.records(store)).isEmpty();
    assertThat(TransactionLog.notes(store)).isEmpty();
    assertThat(TransactionLog.cutOff(store)).containsExactly("0_1");
  }

  private static byte[] state(int... lists) {
    ByteBuffer state = ByteBuffer.allocate(LISTS + lists.length * Integer.BYTES).position(LISTS);
    for (int list : lists) {
      state.putInt(list);
    }
    return state.array();
  }
}
