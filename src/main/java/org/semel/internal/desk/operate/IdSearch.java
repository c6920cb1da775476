// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.message.Identity;
import org.semel.operations.Operations.Findings;

/**
 * Finds what has an id, whatever it is. Asks each table once for all consumers: a dossier of each
 * would cost their number times a dozen statements.
 *
 * @param stores that are asked
 */
record IdSearch(OperatorTransactions transactions, OperatorStores stores) {

  private static final Comparator<Identity> BY_CONSUMER = Comparator.comparing(Identity::consumer);

  Findings find(String id, Collection<String> consumers) {
    List<Identity> asked =
        consumers.stream().distinct().map(consumer -> new Identity(consumer, id)).toList();
    return transactions.look(
        () ->
            new Findings(
                named(known(asked)),
                named(stores.gaps().known(asked)),
                stores.cases().withMessageId(id, consumers, Findings.MOST),
                stores.kept().withMessageId(id, consumers, Findings.MOST),
                stores.records().referenced(id, Findings.MOST)));
  }

  private Set<Identity> known(List<Identity> asked) {
    Set<Identity> known = new HashSet<>(stores.records().known(asked));
    known.addAll(stores.attempts().of(asked).keySet());
    known.addAll(transactions.audit().among(asked));
    return known;
  }

  private static List<Identity> named(Set<Identity> found) {
    return found.stream().sorted(BY_CONSUMER).limit(Findings.MOST).toList();
  }
}
