// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EntityType;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.message.Digest;

/**
 * Applies a message to an entity once, by what the entity itself remembers. Two ways, for two kinds
 * of messages:
 *
 * <ul>
 *   <li>{@link #create}: the message brings the entity forth. Its id must follow from the message;
 *       if nothing better does, take {@link org.semel.natural.OutputId}.
 *   <li>{@link #update}: the message is a version of the entity. The entity remembers the last
 *       version only, so that versions must grow: a late one is answered {@link Answer.Stale}.
 * </ul>
 *
 * <p>A message that changes an entity and has no version cannot be told from one that came before
 * the last; keep claims for such ({@code strategy=claim}). For PostgreSQL under READ COMMITTED. Not
 * thread-safe, as the entity manager is not.
 */
public final class AppliedOnce {

  private static final String LOCK =
      """
      SELECT CAST(pg_advisory_xact_lock(?1) AS text)
      """;

  private static final String UPDATE =
      """
      UPDATE {entity} e SET e.{applied}.identity = :identity, e.{applied}.version = :version
      WHERE e.{id} = :id AND e.{applied}.version < :version
      """;

  private final EntityManager entities;

  public AppliedOnce(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Brings an entity forth, in the caller's transaction, unless it is there. Rivals with the same
   * id wait for each other by a lock that the transaction holds to its end.
   *
   * @param id of the entity
   * @param make makes the entity, with this id; called only if it is ours
   */
  public <E extends Remembering> Answer<E> create(
      Class<E> type, Object id, Stamp stamp, Supplier<E> make) {
    lock(type, id);
    Optional<E> there = Optional.ofNullable(entities.find(type, id));
    if (there.isPresent()) {
      return judge(there.get().getApplied(), stamp);
    }
    E made = make.get();
    made.setApplied(stamp.applied());
    entities.persist(made);
    return new Answer.Ours<>(made);
  }

  /**
   * Makes a version of an entity ours, in the caller's transaction: one conditional update, whose
   * count of rows decides. Rivals wait for the row. What the persistence context still holds is
   * flushed first, whatever its flush mode: messages of one batch share it, and what one of them
   * has done to the entity would be refreshed away.
   */
  public <E extends Remembering> Answer<E> update(Class<E> type, Object id, Stamp stamp) {
    entities.flush();
    int updated =
        entities
            .createQuery(statement(type))
            .setParameter("identity", stamp.identity().digest())
            .setParameter("version", stamp.version())
            .setParameter("id", id)
            .executeUpdate();
    Optional<E> there = Optional.ofNullable(entities.find(type, id));
    there.ifPresent(entities::refresh);
    if (updated == 1) {
      return new Answer.Ours<>(there.orElseThrow());
    }
    return there
        .map(entity -> this.<E>judge(entity.getApplied(), stamp))
        .orElseGet(Answer.Absent::new);
  }

  private <E> Answer<E> judge(Applied applied, Stamp stamp) {
    if (applied.is(stamp.identity())) {
      return new Answer.Duplicate<>();
    }
    return applied.getVersion() > stamp.version()
        ? new Answer.Stale<>(applied.getVersion())
        : new Answer.Conflict<>(applied.getIdentity());
  }

  private void lock(Class<?> type, Object id) {
    long lock =
        Digest.uuid("org.semel.entity", type.getName(), id.toString()).getMostSignificantBits();
    entities.createNativeQuery(LOCK).setParameter(1, lock).getSingleResult();
  }

  private String statement(Class<?> type) {
    EntityType<?> entity = entities.getMetamodel().entity(type);
    String applied =
        entity.getSingularAttributes().stream()
            .filter(attribute -> attribute.getJavaType() == Applied.class)
            .map(Attribute::getName)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        type.getName() + " has no embedded attribute of type Applied"));
    String id = entity.getId(entity.getIdType().getJavaType()).getName();
    return UPDATE
        .replace("{entity}", entity.getName())
        .replace("{id}", id)
        .replace("{applied}", applied);
  }
}
