// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.semel.internal.desk.web.rest.call.Query;
import org.semel.message.Identity;
import org.semel.operations.ConsumerName;
import org.semel.operations.IntentRecord;
import org.semel.operations.Operations;
import org.semel.operations.Operations.Findings;
import org.semel.operations.PauseActs.Target;

/** Finds what has a key, a number or an id, whatever it is. */
public final class Finder {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final Pattern KEY =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Operations operations;
  private final Predicate<Target> shown;

  /**
   * A search.
   *
   * @param shown of what belongs to others nothing is found
   */
  public Finder(Operations operations, Predicate<Target> shown) {
    this.operations = operations;
    this.shown = shown;
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
      operations.intents().find(UUID.fromString(text)).ifPresent(intent -> intent(intent, hits));
    }
    byId(text, hits);
    return hits;
  }

  private void byNumber(long number, List<Hit> hits) {
    operations
        .parked()
        .show(number, 0)
        .filter(found -> shown.test(Target.consumer(found.consumer())))
        .ifPresent(found -> hits.add(new Hit("parked", "/parked/" + number)));
    operations
        .kept()
        .show(number, 0)
        .filter(found -> shown.test(Target.consumer(found.identity().consumer())))
        .ifPresent(found -> hits.add(new Hit("kept", "/kept/" + number)));
    operations
        .plans()
        .find(number)
        .filter(found -> shown.test(found.target()))
        .ifPresent(found -> hits.add(new Hit("plan", "/plans/" + number)));
  }

  private void byId(String text, List<Hit> hits) {
    List<String> consumers =
        operations.consumers().stream()
            .map(ConsumerName.Known::name)
            .filter(name -> shown.test(Target.consumer(name)))
            .toList();
    Findings found = operations.find(text, consumers);
    found.identities().forEach(each -> hits.add(new Hit("identity", "/identities?" + query(each))));
    found
        .aggregates()
        .forEach(each -> hits.add(new Hit("aggregate", "/aggregates?" + query(each))));
    found.parked().forEach(id -> hits.add(new Hit("parked", "/parked/" + id)));
    found.kept().forEach(id -> hits.add(new Hit("kept", "/kept/" + id)));
    found.intents().forEach(intent -> intent(intent, hits));
  }

  private void intent(IntentRecord found, List<Hit> hits) {
    if (shown.test(Target.destination(found.address().destination()))) {
      hits.add(new Hit("intent", "/intents/" + found.key()));
    }
  }

  private static String query(Identity each) {
    return Query.pair("consumer", each.consumer()) + "&" + Query.pair("key", each.key());
  }
}
