// SPDX-License-Identifier: Apache-2.0
package org.semel.it.classic;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.semel.it.trouble.Mark;

/** Leaves a mark, through JPA; messages that are told so fail at their first delivery. */
@ApplicationScoped
public class ClassicMarks {

  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  @PersistenceContext private EntityManager entities;

  public String mark(@Body String kind, @Header("key") String key) {
    entities.persist(new Mark(key, kind));
    if (kind.equals("fails first") && failed.add(key)) {
      throw new IllegalStateException("as told");
    }
    return kind;
  }
}
