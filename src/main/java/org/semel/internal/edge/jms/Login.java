// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;

/**
 * A user of the broker.
 *
 * @param password never shown, not even by {@link #toString}
 */
public record Login(String user, String password) {

  /**
   * The same factory; a connection without a named user gets this one. It is an {@link
   * XAConnectionFactory} if that one is.
   */
  public ConnectionFactory over(ConnectionFactory factory) {
    return factory instanceof XAConnectionFactory xa
        ? new XaLoginFactory(this, factory, xa)
        : new LoginFactory(this, factory);
  }

  @Override
  public String toString() {
    return "user " + user;
  }

  private static class LoginFactory implements ConnectionFactory {

    final Login login;
    private final ConnectionFactory factory;

    LoginFactory(Login login, ConnectionFactory factory) {
      this.login = login;
      this.factory = factory;
    }

    @Override
    public Connection createConnection() throws JMSException {
      return factory.createConnection(login.user(), login.password());
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
      return factory.createConnection(user, password);
    }

    @Override
    public JMSContext createContext() {
      return factory.createContext(login.user(), login.password());
    }

    @Override
    public JMSContext createContext(int mode) {
      return factory.createContext(login.user(), login.password(), mode);
    }

    @Override
    public JMSContext createContext(String user, String password) {
      return factory.createContext(user, password);
    }

    @Override
    public JMSContext createContext(String user, String password, int mode) {
      return factory.createContext(user, password, mode);
    }
  }

  private static final class XaLoginFactory extends LoginFactory implements XAConnectionFactory {

    private final XAConnectionFactory xa;

    XaLoginFactory(Login login, ConnectionFactory factory, XAConnectionFactory xa) {
      super(login, factory);
      this.xa = xa;
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
      return xa.createXAConnection(login.user(), login.password());
    }

    @Override
    public XAConnection createXAConnection(String user, String password) throws JMSException {
      return xa.createXAConnection(user, password);
    }

    @Override
    public XAJMSContext createXAContext() {
      return xa.createXAContext(login.user(), login.password());
    }

    @Override
    public XAJMSContext createXAContext(String user, String password) {
      return xa.createXAContext(user, password);
    }
  }
}
