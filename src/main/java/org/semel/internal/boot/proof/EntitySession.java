// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.proof.WriterInspection.Session;

/** Puts a question in the way in which entities are written. */
final class EntitySession {

  private EntitySession() {}

  /**
   * Of what an entity manager of this factory writes. One that is not part of the transaction when
   * it is asked has no answer, whatever session it borrows.
   *
   * @param factory an {@link EntityManagerFactory}; a server need not have that class
   * @param transaction runs work in the transaction in which entities are written
   */
  static Session of(Object factory, Consumer<Runnable> transaction) {
    return query -> {
      AtomicReference<@Nullable String> answer = new AtomicReference<>();
      EntityManager entities = ((EntityManagerFactory) factory).createEntityManager();
      try {
        transaction.accept(
            () -> {
              entities.joinTransaction();
              if (entities.isJoinedToTransaction()) {
                answer.set(String.valueOf(entities.createNativeQuery(query).getSingleResult()));
              }
            });
      } finally {
        entities.close();
      }
      return Optional.ofNullable(answer.get());
    };
  }
}
