// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Message;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.Samples.Sample;
import org.semel.internal.edge.jms.body.CoreConsumer;
import org.semel.internal.edge.jms.body.CoreMessage;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.identity.MintTime;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;

/**
 * Messages that are mutations of valid ones, from what the client is handed to identity and
 * fingerprint: as Artemis' own messages, which its client converts if it may, and as those of a
 * broker that shows no more than JMS demands. A build takes the same fifty thousand each time,
 * {@code -Dsemel.fuzz=all} a million others. The seed is printed; {@code -Dsemel.fuzz.seed} gives
 * one, {@code -Dsemel.fuzz.inputs} their number.
 */
class FuzzTest {

  private static final boolean ALL = System.getProperty("semel.fuzz", "").equals("all");
  private static final long SEED =
      Long.getLong("semel.fuzz.seed", ALL ? new Random().nextLong() : 20_261_129);
  private static final int INPUTS =
      Integer.getInteger("semel.fuzz.inputs", ALL ? 1_000_000 : 50_000);
  private static final Limits LIMITS = new Limits(64 * 1024, 50, 1_000);

  private final Random random = new Random(SEED);
  private final Samples samples = new Samples(random, LIMITS);
  private final JmsMessages messages = new JmsMessages("fuzz", LIMITS);
  private final Map<Samples.Fate, Integer> fates = new EnumMap<>(Samples.Fate.class);
  private final List<FingerprintProfile> profiles = List.of(FingerprintProfile.values());
  private final IdentityRule event = IdentityRules.cloudEvent();
  private final List<IdentityRule> rules =
      List.of(
          event,
          IdentityRules.json("/data/lines/1/quantity"),
          IdentityRules.header("key"),
          IdentityRules.minted(IdentityRules.json("/id"), MintTime.CLOUDEVENT),
          IdentityRules.composite(List.of(IdentityRules.header("key"), IdentityRules.json("/id"))));

  @Test
  void whateverComesHasAnAnswerAndWhatIsGoodBesideItAnIdentity() {
    System.out.println("fuzz: seed " + SEED);
    for (int i = 0; i < INPUTS; i++) {
      Sample sample = samples.next(i);
      fates.merge(sample.fate(), 1, Integer::sum);
      try {
        judge(sample, i);
      } catch (Exception | Error e) {
        throw new AssertionError("seed " + SEED + ", input " + i + ": " + sample, e);
      }
    }
    System.out.println("fuzz: " + fates);
    assertThat(fates).containsOnlyKeys(Samples.Fate.values());
  }

  private void judge(Sample sample, int number) throws Exception {
    Arrival arrival = arrival(sample);
    org.semel.message.Message message = arrival.message();
    rules.get(number % rules.size()).identify(message);
    profiles.get(number % profiles.size()).of(message);
    switch (sample.fate()) {
      case GOOD -> {
        assertThat(arrival).isInstanceOf(Arrival.Copied.class);
        assertThat(event.identify(message)).isEqualTo(new Identified("/s|" + sample.key()));
      }
      case REFUSED -> assertThat(arrival).isInstanceOf(Arrival.Refused.class);
      case EITHER -> event.identify(message);
    }
    assertThat(samples.read()).as("bytes read").isLessThanOrEqualTo(2L * LIMITS.bodyBytes());
  }

  private Arrival arrival(Sample sample) throws Exception {
    if (sample.message() instanceof Message foreign) {
      return messages.copy(foreign);
    }
    ClientMessageImpl core = (ClientMessageImpl) sample.message();
    Optional<CoreMessage> beneath = CoreConsumer.presentedAsBytes(core);
    ActiveMQMessage client = ActiveMQMessage.createMessage(core, null);
    client.doBeforeReceive(); // as its consumer does before it acknowledges
    return messages.copy(client, beneath);
  }
}
