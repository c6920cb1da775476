// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;
import java.util.Optional;
import org.semel.internal.claim.Failures;
import org.semel.message.Identity;

/**
 * Everything that the tables know of one identity. What a route wrote outside Semel's tables is
 * listed if the route names it ({@code inbox:effect?name=…}).
 *
 * @param consumer whether a consumer has that name, and the form of its keys
 * @param claim shows that it took effect, or was parked after its claim
 * @param effects as its route has named them
 * @param absorbed its duplicates
 * @param failures attempts that failed, while it is still being tried
 * @param underway where it stands if it was stored first, or waits for an earlier version
 * @param parked its messages that waited for a person, or still do; with the size of their bodies
 * @param intents its external effects, to the destinations that this application knows
 * @param acts what operators did, the latest first
 */
public record Dossier(
    Identity identity,
    ConsumerName consumer,
    Optional<Remembered> claim,
    List<NamedEffect> effects,
    Duplicates absorbed,
    Optional<Failures> failures,
    Underway underway,
    List<ParkedCase> parked,
    List<IntentRecord> intents,
    List<Audit.Line> acts) {}
