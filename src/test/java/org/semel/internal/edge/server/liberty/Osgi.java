// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import jakarta.transaction.TransactionManager;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAResource;
import org.semel.small.liberty.LibertyManager;

/**
 * A transaction manager whose class comes from a bundle, as on the server: its loader leads to the
 * services among which recovery looks.
 */
public final class Osgi extends ClassLoader {

  private final Map<String, Object> services = new ConcurrentHashMap<>();

  public Osgi() {
    super(Osgi.class.getClassLoader());
  }

  /** The interface of the server's transaction manager. */
  public interface Extended extends TransactionManager {

    int registerResourceInfo(String filter, Serializable information);

    boolean enlist(XAResource resource, int token) throws Exception;
  }

  /** Registers what is configured of transactions. */
  public Osgi with(Transactions settings) {
    return with("com.ibm.tx.config.ConfigurationProvider", settings);
  }

  /** Registers a service under a filter. */
  public Osgi with(String filter, Object service) {
    services.put(filter, service);
    return this;
  }

  /** The same manager, as one of this bundle's. */
  public TransactionManager over(LibertyManager real) {
    return (TransactionManager)
        Proxy.newProxyInstance(
            this,
            new Class<?>[] {Extended.class},
            (proxy, method, arguments) -> {
              try {
                return LibertyManager.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  public Bundle getBundle() {
    return new Bundle(services);
  }

  /** As OSGi's. */
  public record Bundle(Map<String, Object> services) {

    public BundleContext getBundleContext() {
      return new BundleContext(services);
    }
  }

  /** As OSGi's: a reference is any object, and none found is null. */
  public record BundleContext(Map<String, Object> services) {

    public Object[] getServiceReferences(String type, String filter) {
      String key = type.equals("com.ibm.tx.jta.XAResourceFactory") ? filter : type;
      return services.containsKey(key) ? new Object[] {key} : null;
    }

    public Object getService(Object reference) {
      return services.get(reference);
    }
  }

  /** The settings of the transaction service, as it tells them. */
  public record Transactions(int limit, String log, boolean inDatabase) {

    public int getHeuristicRetryLimit() {
      return limit;
    }

    public String getTransactionLogDirectory() {
      return log;
    }

    public boolean isSQLRecoveryLog() {
      return inDatabase;
    }
  }

  /** A data source's service; null where the container supplies no login. */
  public record Source(String login) {

    public String getContainerAuthDataID() {
      return login;
    }
  }

  /** A connection factory's service; null for no login. */
  public record Factory(String login) {

    public String getRecoveryAuthDataID() {
      return login;
    }
  }
}
