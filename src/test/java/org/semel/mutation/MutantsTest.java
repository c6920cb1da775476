// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MutantsTest {

  @Test
  void aRoomIsTheFirstPackageBelowOurs() throws IOException {
    Mutants mutants =
        report(
            mutant("KILLED", "org.semel.internal.engine.tx.Faults", "of", 3),
            mutant("SURVIVED", "org.semel.internal.engine.receive.Receipt", "look", 9),
            mutant("KILLED", "org.semel.internal.engine.receive.batch.ReceiveBatch", "next", 4));
    assertThat(mutants.scores())
        .containsExactly(new Score("receive", 2, 2, 1), new Score("tx", 1, 1, 1));
  }

  @Test
  void whatNeverEndsIsFoundAndWhatNoTestReachesIsNot() throws IOException {
    Mutants mutants =
        report(
            mutant("TIMED_OUT", "org.semel.internal.engine.tx.A", "a", 1),
            mutant("NO_COVERAGE", "org.semel.internal.engine.tx.B", "b", 2));
    assertThat(mutants.scores()).containsExactly(new Score("tx", 2, 1, 1));
    assertThat(mutants.scores().get(0).strength()).isEqualTo(100);
    assertThat(mutants.scores().get(0).ofAll()).isEqualTo(50);
    assertThat(mutants.survivors()).containsExactly("tx.B.b:2 MathMutator");
  }

  @Test
  void theRelaysThreadsAreARoomOfTheirOwn() throws IOException {
    Mutants mutants =
        report(
            mutant("KILLED", "org.semel.internal.engine.send.relay.DeliveryPool$Some", "a", 1),
            mutant("SURVIVED", "org.semel.internal.engine.send.relay.LeasingRelay", "b", 2),
            mutant("KILLED", "org.semel.internal.engine.send.relay.SettlementPolicy", "c", 3));
    assertThat(mutants.scores())
        .containsExactly(
            new Score("send.relay", 1, 1, 1), new Score("send.relay, threads", 2, 2, 1));
  }

  @Test
  void aRoomBelowItsFloorIsNamedWithItsScoreAndItsFloor() {
    assertThat(Room.fault(new Score("tx", 100, 100, 94)))
        .contains("tx: its tests find 94.0 % of the mutants that they reach, the floor is 95 %");
    assertThat(Room.fault(new Score("tx", 200, 100, 95))).isEmpty();
  }

  @Test
  void anotherFileIsRefused() {
    assertThatThrownBy(() -> Mutants.read(stream("nothing"))).isInstanceOf(IOException.class);
  }

  private static Mutants report(String... mutants) throws IOException {
    String all = Stream.of(mutants).collect(Collectors.joining());
    return Mutants.read(stream("<mutations>" + all + "</mutations>"));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String mutant(String status, String type, String method, int line) {
    return "<mutation detected='x' status='"
        + status
        + "'><mutatedClass>"
        + type
        + "</mutatedClass><mutatedMethod>"
        + method
        + "</mutatedMethod><lineNumber>"
        + line
        + "</lineNumber><mutator>org.pitest.MathMutator</mutator></mutation>";
  }
}
