// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest.call;

import java.io.Serial;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.SemelException;

/** A request that was not done, and has changed nothing. */
public final class RequestRefused extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;
  private final String detail;

  public RequestRefused(int status, Code code, String detail) {
    super(code, detail);
    this.status = status;
    this.detail = detail;
  }

  public static RequestRefused invalid(String detail) {
    return new RequestRefused(400, Code.REQUEST_INVALID, detail);
  }

  public static RequestRefused absent(String detail) {
    return new RequestRefused(404, Code.NOTHING_THERE, detail);
  }

  public static RequestRefused forbidden(Code code, String detail) {
    return new RequestRefused(403, code, detail);
  }

  public int status() {
    return status;
  }

  /** Without its code, which stands apart. */
  public String detail() {
    return detail;
  }

  /**
   * A value of ours, made of what was given. Nothing else belongs into {@code maker}: the words of
   * any other exception may quote payload.
   *
   * @throws RequestRefused in the value's own words, if it cannot be
   */
  public static <T> T unlessMade(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }
}
