// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

/** Is notified of what an answer cannot say. */
public interface RestListener {

  /** The answer to an act could not be kept; the act holds. */
  void answerNotKept(RuntimeException cause);

  /** A caller was refused for want of a role. */
  void refused();

  /** A request failed as no request should. */
  void failed(String target, Exception cause);
}
