// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.message.Identity;

/** {@code semel_effect}: the names of effects. */
public final class EffectTable implements EffectNames {

  private static final String NAME =
      """
      INSERT INTO {schema}.semel_effect (identity, consumer, name) VALUES (?, ?, ?)
      """;

  private final Jdbc jdbc;

  public EffectTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void name(Identity identity, String name) {
    jdbc.update(
        "name an effect",
        NAME,
        binds -> binds.uuid(identity.digest()).text(identity.consumer()).text(name));
  }
}
