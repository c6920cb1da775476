// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.ArrayList;
import java.util.List;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.message.AllowedHeaders;
import org.semel.message.Identity;

/** Hands each claimed message to the route, in the order of arrival. */
public final class Routing implements ClaimedHandler {

  private final AllowedHeaders headers;
  private final Handler handler;
  private final KeptBodies bodies;

  /**
   * Through {@code handler}.
   *
   * @param headers that it gets to see
   * @param bodies keep what took effect
   */
  public Routing(AllowedHeaders headers, Handler handler, KeptBodies bodies) {
    this.headers = headers;
    this.handler = handler;
    this.bodies = bodies;
  }

  @Override
  public List<Receipt> handle(List<IdentifiedMessage> ours) {
    List<Receipt> receipts = new ArrayList<>(ours.size());
    for (IdentifiedMessage one : ours) {
      receipts.add(route(one));
    }
    return receipts;
  }

  @Override
  public ClaimedHandler rehearsed() {
    return ours ->
        ours.stream()
            .<Receipt>map(one -> new Receipt.Processed(one.identity(), one.message()))
            .toList();
  }

  private Receipt route(IdentifiedMessage candidate) {
    Identity identity = candidate.identity();
    try {
      handler.handle(candidate.message().exposing(headers), identity);
      bodies.keep(identity, candidate.message());
      return new Receipt.Processed(identity, candidate.message());
    } catch (Exception | LinkageError | AssertionError | StackOverflowError | InternalError e) {
      throw new HandlingFailed(identity, e);
    }
  }
}
