// SPDX-License-Identifier: Apache-2.0
package org.semel.ra;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivationSpec;
import org.apache.activemq.artemis.service.extensions.xa.recovery.ActiveMQXAResourceWrapper;
import org.apache.activemq.artemis.service.extensions.xa.recovery.XARecoveryConfig;

/**
 * Artemis' adapter, with exactly one recovery resource for each activation spec.
 *
 * <p>After a crash the server that this is for asks the adapter for the resource of each
 * message-driven bean, by a spec that it has built anew, and takes one for an answer: neither none
 * nor several. Artemis' own answer is none, or one for each session of the very spec. The server
 * then asks again without end, and completes no transaction meanwhile, not even those in which no
 * such bean took part.
 *
 * <p>The server calls from several threads.
 */
public class ArtemisAdapter extends ActiveMQResourceAdapter {

  private static final long serialVersionUID = 1L;

  /** By spec, as equal ones mean one broker and user. The server never gives a resource back. */
  private final transient Map<ActivationSpec, ActiveMQXAResourceWrapper> resources =
      new ConcurrentHashMap<>();

  /**
   * One resource for each spec, in their order. It connects again by itself.
   *
   * @throws ResourceException if a broker does not answer; the server asks again later
   */
  @Override
  public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
    XAResource[] found = new XAResource[specs.length];
    for (int i = 0; i < specs.length; i++) {
      found[i] = answering((ActiveMQActivationSpec) specs[i]);
    }
    return found;
  }

  /** Only one that answers: of a resource that fails later the server makes less. */
  private XAResource answering(ActiveMQActivationSpec spec) throws ResourceException {
    if (spec.getResourceAdapter() == null) {
      spec.setResourceAdapter(this); // where it has no user of its own it asks the adapter
    }
    XAResource resource = resources.computeIfAbsent(spec, key -> resource(spec));
    try {
      resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
      return resource;
    } catch (XAException e) {
      throw new ResourceException("The broker does not say what it has prepared", e);
    }
  }

  private ActiveMQXAResourceWrapper resource(ActiveMQActivationSpec spec) {
    try (ActiveMQConnectionFactory factory = createRecoveryActiveMQConnectionFactory(spec)) {
      return new ActiveMQXAResourceWrapper(
          XARecoveryConfig.newConfig(factory, spec.getUser(), spec.getPassword(), Map.of()));
    }
  }

  @Override
  public void stop() {
    resources.values().forEach(ActiveMQXAResourceWrapper::close);
    resources.clear();
    super.stop();
  }
}
