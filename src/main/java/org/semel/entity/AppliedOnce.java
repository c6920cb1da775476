// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import jakarta.persistence.EntityManager;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EntityType;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.message.Digest;

/**
 * Applies a message to an entity once. The entity itself stores which message it was. There are two
 * kinds of messages:
 *
 * <ul>
 *   <li>{@link #create}: the message creates the entity. The entity's id must follow from the
 *       message; {@link org.semel.natural.OutputId} makes one.
 *   <li>{@link #update}: the message is a version of the entity. The entity stores the last version
 *       only, so versions must grow; the answer to an older one is {@link Answer.Stale}.
 * </ul>
 *
 * <p>A message that changes an entity without a version cannot be told from an earlier duplicate;
 * use claims for it ({@code strategy=claim}). For PostgreSQL under READ COMMITTED. Not thread-safe,
 * because the entity manager is not. No argument is null. What JPA throws, without a transaction
 * for one, is not caught: let the route fail.
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

  /**
   * Over a persistence context that is joined to the caller's transaction.
   *
   * @param entities of a unit over Semel's data source
   */
  public AppliedOnce(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Creates an entity in the caller's transaction, unless it exists. Concurrent callers with the
   * same id wait for each other at a lock that the transaction holds until it ends.
   *
   * @param id of the entity; where two are equal, their {@code toString} is, too
   * @param make makes the entity, with this id; called only if the entity is ours to create
   */
  public <E extends Remembering> Answer<E> create(
      Class<E> type, Object id, Stamp stamp, Supplier<E> make) {
    lock(type, id);
    Optional<E> found = Optional.ofNullable(entities.find(type, id));
    if (found.isPresent()) {
      return compare(found.get().getApplied(), stamp);
    }
    E made = make.get();
    made.setApplied(stamp.applied());
    entities.persist(made);
    return new Answer.Ours<>(made);
  }

  /**
   * Claims a version of an entity in the caller's transaction: the row count of one conditional
   * update decides. Concurrent callers wait for the row. The persistence context is flushed first,
   * whatever its flush mode, because the messages of a batch share it, and the refresh of the
   * entity would otherwise lose their changes.
   *
   * @param stamp with the version that the message makes; unless it is above the entity's, nothing
   *     is changed
   * @throws IllegalArgumentException if the type is no entity, or has no attribute of type {@link
   *     Applied}
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
    Optional<E> found = Optional.ofNullable(entities.find(type, id));
    found.ifPresent(entities::refresh);
    if (updated == 1) {
      return new Answer.Ours<>(found.orElseThrow());
    }
    return found
        .map(entity -> this.<E>compare(entity.getApplied(), stamp))
        .orElseGet(Answer.Absent::new);
  }

  private <E> Answer<E> compare(Applied applied, Stamp stamp) {
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
