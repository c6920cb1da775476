// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts like those that nobody without the role for payload may see; each stands out. */
public final class Canaries {

  private static final int EACH = 20;

  private final List<String> cards =
      IntStream.range(0, EACH).mapToObj("40000027600%05d"::formatted).toList();
  private final List<String> mails =
      IntStream.range(0, EACH).mapToObj("c4nary.%02d@mail.example"::formatted).toList();

  public int size() {
    return EACH;
  }

  public String card(int i) {
    return cards.get(i);
  }

  public String mail(int i) {
    return mails.get(i);
  }

  /** An order of its own, with a member whose name is a canary, too. */
  public String json(int i) {
    return "{\"order\":\"o-%d\",\"card\":\"%s\",\"customer\":{\"mail\":\"%s\"},\"%s\":%d}"
        .formatted(i, card(i), mail(i), mail(i), i);
  }

  /** What a route says that has failed over it. */
  public String words(int i) {
    return "cannot charge " + card(i) + " of " + mail(i);
  }

  /** Those that stand in {@code shown}. */
  public List<String> in(String shown) {
    return Stream.concat(cards.stream(), mails.stream()).filter(shown::contains).toList();
  }
}
