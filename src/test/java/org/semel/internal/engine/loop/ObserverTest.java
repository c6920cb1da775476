// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Log and counters hear the same. */
class ObserverTest {

  private final List<String> heard = new ArrayList<>();

  @Test
  void allHearEverythingInTheirOrder() {
    Observer<String> all = Observer.all(List.of(named("a"), named("b")));
    all.on("x");
    all.on("resumed");
    assertThat(heard).containsExactly("a x", "b x", "a resumed", "b resumed");
  }

  @Test
  void oneThatThrowsKeepsNothingFromTheOthersAndIsNotHidden() {
    Observer<String> all = Observer.all(List.of(throwing("first"), named("b"), throwing("second")));
    assertThatThrownBy(() -> all.on("resumed"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("first");
    assertThat(heard).containsExactly("b resumed");
  }

  /** A class that the server no longer has, say. */
  @Test
  void norDoesOneThatIsBrokenAndIsNotHiddenEither() {
    Error missing = new NoSuchMethodError("of a metrics library");
    Observer<String> broken =
        event -> {
          throw missing;
        };
    Observer<String> all = Observer.all(List.of(broken, named("b"), throwing("second")));
    assertThatThrownBy(() -> all.on("resumed")).isSameAs(missing);
    assertThat(heard).containsExactly("b resumed");
  }

  @Test
  void aTableTakesNoteOfItsRowsAndOfNothingElse() {
    EventTable<Object> table =
        new EventTable<>().row(String.class, heard::add).row(Integer.class, n -> heard.add("" + n));
    List.<Object>of("text", 7, 7L).forEach(table::on);
    assertThat(heard).containsExactly("text", "7");
    assertThat(table.notes("other")).isTrue();
    assertThat(table.notes(7L)).isFalse();
  }

  private Observer<String> named(String name) {
    return event -> heard.add(name + " " + event);
  }

  private static Observer<String> throwing(String what) {
    return event -> {
      throw new IllegalStateException(what);
    };
  }
}
