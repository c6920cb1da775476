// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.Code;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.edge.camel.rules.WritingSteps;
import org.semel.internal.edge.postgresql.proof.WriterInspection.Session;
import org.semel.internal.edge.postgresql.proof.WriterInspection.WritingPart;
import org.semel.internal.edge.server.InjectedDataSources.Injected;

/**
 * The parts of an application that write to databases besides its persistence units.
 *
 * @param steps of its routes
 * @param beans data sources that are injected into its beans
 */
public record Writers(WritingSteps steps, List<Injected> beans) {

  /** All that this consumer's route may write through, unless its policy allows it to. */
  List<WritingPart> of(ConsumerSettings consumer, SemelSettings semel) {
    String name = consumer.policy().name();
    return consumer.allowsExternal()
        ? List.of()
        : EndpointWriters.of(name, steps.of(name), semel.dataSource());
  }

  /** All beans that any route may write through; a bean with several is asked for each. */
  List<WritingPart> beans(SemelSettings semel) {
    return beans.stream()
        .filter(bean -> !semel.otherBeans().contains(bean.bean()))
        .map(bean -> bean(bean, semel.dataSource()))
        .toList();
  }

  private static WritingPart bean(Injected injected, String ours) {
    return new WritingPart(
        Code.BEAN_ELSEWHERE,
        "The bean "
            + injected.bean()
            + injected
                .dataSource()
                .map(known -> " has a data source that")
                .orElse(
                    " has a data source and cannot be made to be asked; as far as Semel knows, it"),
        injected.dataSource().map(Session::of).orElse(Session.NONE),
        "Inject Semel's own (@Inject @Semel DataSource; "
            + ours
            + "), or name the bean's class in semel.other-beans if no consumer's route writes through it.");
  }
}
