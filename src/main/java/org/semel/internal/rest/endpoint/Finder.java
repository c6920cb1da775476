// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.rest.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.semel.internal.rest.call.Query;
import org.semel.message.Identity;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier;
import org.semel.operations.Operations;
import org.semel.operations.ParkedFilter;

/** Finds what has a key, a number or an id, whatever it is. */
public final class Finder {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final Pattern KEY =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final int MOST = 20;

  private final Operations operations;

  public Finder(Operations operations) {
    this.operations = operations;
  }

  /**
   * Something that was found.
   *
   * @param what such as parked
   * @param target where it is shown, below the API's own path
   */
  public record Hit(String what, String target) {}

  public List<Hit> find(String text) {
    List<Hit> hits = new ArrayList<>();
    if (NUMBER.matcher(text).matches()) {
      byNumber(Long.parseLong(text), hits);
    }
    if (KEY.matcher(text).matches()) {
      operations
          .intents()
          .find(UUID.fromString(text))
          .ifPresent(intent -> hits.add(new Hit("intent", "/intents/" + intent.key())));
    }
    for (ConsumerName.Known consumer : operations.consumers()) {
      of(consumer.name(), text, hits);
    }
    return hits;
  }

  private void byNumber(long number, List<Hit> hits) {
    operations
        .parked()
        .show(number, 0)
        .ifPresent(found -> hits.add(new Hit("parked", "/parked/" + number)));
    operations
        .kept()
        .show(number, 0)
        .ifPresent(found -> hits.add(new Hit("kept", "/kept/" + number)));
    operations
        .plans()
        .find(number)
        .ifPresent(found -> hits.add(new Hit("plan", "/plans/" + number)));
  }

  private void of(String consumer, String text, List<Hit> hits) {
    Dossier dossier = operations.identities().dossier(new Identity(consumer, text));
    if (isKnown(dossier)) {
      String target = Query.pair("consumer", consumer) + "&" + Query.pair("key", text);
      hits.add(new Hit("identity", "/identities?" + target));
    }
    operations
        .gaps()
        .standing(new Identity(consumer, text))
        .ifPresent(
            found -> {
              String target = Query.pair("consumer", consumer) + "&" + Query.pair("key", text);
              hits.add(new Hit("aggregate", "/aggregates?" + target));
            });
    operations
        .parked()
        .search(consumer, ParkedFilter.ALL.messageId(text), 0, MOST)
        .forEach(id -> hits.add(new Hit("parked", "/parked/" + id)));
  }

  private static boolean isKnown(Dossier dossier) {
    return dossier.claim().isPresent()
        || dossier.failures().isPresent()
        || dossier.underway().stored().isPresent()
        || dossier.underway().held().isPresent()
        || !dossier.parked().isEmpty()
        || !dossier.intents().isEmpty()
        || !dossier.acts().isEmpty();
  }
}
