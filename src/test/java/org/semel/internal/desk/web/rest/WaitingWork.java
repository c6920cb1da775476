// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.Selection;

/** What an operator finds on an ordinary Monday: something of each kind waits. */
final class WaitingWork {

  private static final OperatorContext ANN =
      new OperatorContext("ann", "the price list of the 20th is mended");
  private static final Failure NO_TARIFF =
      new Failure(
          "com.example.NoSuchTariff",
          "no tariff for BER-LIS",
          "com.example.NoSuchTariff at com.example.Tariffs.of");
  private static final Duration LIFE = Duration.ofMinutes(5);

  /** A message whose route failed. */
  final long failed;

  /** A message whose key took effect with another body. */
  final long conflict;

  /** A message that took effect and was kept. */
  final long kept;

  /** An intent of which nobody knows whether it took effect. */
  final Intent unknown;

  /** The identity from which {@link #unknown} comes. */
  final Identity cause;

  final Plan plan;

  private final RestWorld rest;

  WaitingWork(RestWorld rest) {
    this.rest = rest;
    this.cause = new Identity(rest.consumer, "R-2001");
    failed = rest.parked("R-1001", "{\"seats\": 2}", NO_TARIFF);
    for (int i = 2; i <= 8; i++) {
      rest.parked("R-100" + i, "{\"seats\": " + i + "}", NO_TARIFF);
    }
    conflict = conflict();
    rest.kept("R-0901", "{\"seats\": 3}");
    rest.kept("R-0902", "{\"seats\": 1}");
    kept = rest.kept("R-0903", "{\"seats\": 2}");
    unknown = unknownIntent();
    gap();
    plan = plan();
  }

  private long conflict() {
    rest.world.claim(offer(cause.key(), "{\"seats\": 1}"));
    return conflictWith(cause.key());
  }

  /** Another body under a key that is remembered. */
  long conflictWith(String key) {
    Offer other = offer(key, "{\"seats\": 4}");
    ParkedMessage parked =
        new ParkedMessage(
            rest.consumer,
            Messages.keyed(key, "{\"seats\": 4}", 1),
            new Verdict(ParkingReason.CONFLICT, "another body took effect under this key"),
            IdentityEvidence.conflicting(other, (Claim.Conflict) rest.world.claim(other)));
    rest.world.act(
        () -> {
          rest.world.memory().parking().park(List.of(parked));
          return parked;
        });
    return rest.operations.identities().dossier(other.identity()).parked().stream()
        .filter(found -> found.cause().reason().equals(ParkingReason.CONFLICT))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private Intent unknownIntent() {
    Intent intent =
        new Intent(
            cause,
            new Intent.Address(RestWorld.MAIL, 0, Optional.of("confirmation")),
            Headers.none(),
            Body.none());
    rest.world.act(
        () -> {
          rest.world.memory().intents().record(intent);
          return intent;
        });
    List<Lease> leases =
        rest.world.act(() -> rest.world.queue().lease(RestWorld.MAIL, 100, LIFE)).stream()
            .filter(lease -> lease.intent().key().equals(intent.key()))
            .toList();
    Settlement parked =
        new Settlement.Parked(
            Settlement.IntentParkingReason.OUTCOME_UNKNOWN,
            "HttpTimeoutException: request timed out");
    rest.world.act(
        () -> rest.world.queue().settle(List.of(new SettledLease(leases.get(0), parked))));
    return intent;
  }

  private void gap() {
    Identity aggregate = new Identity(rest.consumer, "flight-LH1790");
    Message later = Messages.text("{\"gate\": \"B4\"}");
    rest.world.act(
        () -> {
          rest.world.versions().lock(Map.of(aggregate, 0L));
          return rest.world
              .versions()
              .hold(
                  List.of(
                      new HeldMessage(
                          new Place(aggregate, 3),
                          offer("LH1790-3", "{\"gate\": \"B4\"}"),
                          later)));
        });
  }

  private Plan plan() {
    Selection all =
        Selection.parked(
            rest.consumer, ParkedFilter.ALL.because(ParkingReason.ATTEMPTS_EXHAUSTED), 10_000);
    return ((Made.Frozen) rest.operations.plans().freeze(all, new Plan.Pace(50, 5), ANN)).plan();
  }

  private Offer offer(String key, String body) {
    return new Offer(
        new Identity(rest.consumer, key),
        FingerprintProfile.EXACT.of(Messages.keyed(key, body, 1)));
  }
}
