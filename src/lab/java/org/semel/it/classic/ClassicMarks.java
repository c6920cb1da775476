// SPDX-License-Identifier: Apache-2.0
package org.semel.it.classic;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.apache.camel.Headers;
import org.semel.it.trouble.Mark;

/**
 * Leaves a mark, through JPA, and says so; messages that are told so fail at their first delivery.
 */
@ApplicationScoped
public class ClassicMarks {

  /** Stands before the key in the server's log. */
  public static final String RUN = "the route runs for ";

  /** The same, if the broker says that it has delivered the message before. */
  public static final String RUN_AGAIN = "the route runs once more for ";

  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  @PersistenceContext private EntityManager entities;

  public String mark(@Body String kind, @Headers Map<String, Object> headers) {
    String key = String.valueOf(headers.get("key"));
    System.out.println((isRedelivered(headers) ? RUN_AGAIN : RUN) + key);
    entities.persist(new Mark(key, kind));
    if (kind.equals("fails first") && failed.add(key)) {
      throw new IllegalStateException("as told");
    }
    return kind;
  }

  private static boolean isRedelivered(Map<String, Object> headers) {
    return Boolean.TRUE.equals(headers.get("JMSRedelivered"))
        || Integer.parseInt(String.valueOf(headers.getOrDefault("JMSXDeliveryCount", 1))) > 1;
  }
}
