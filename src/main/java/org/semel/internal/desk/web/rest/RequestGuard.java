// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.semel.Code;
import org.semel.internal.desk.web.rest.call.RequestRefused;

/**
 * Keeps requests out that a foreign page has made a browser send with the user's login: such a page
 * can send neither JSON nor a header of ours without asking first, and no one answers that
 * question.
 */
public final class RequestGuard {

  /** Bytes of the largest body that is read. */
  public static final int LARGEST_BODY = 64 * 1024;

  static final String CONSOLE = "x-semel-console";
  static final String IDEMPOTENCY_KEY = "idempotency-key";

  private static final Pattern JSON =
      Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?");
  private static final Pattern KEY =
      Pattern.compile("\"?([\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200})\"?");

  private RequestGuard() {}

  /**
   * Refuses a request that acts, unless it comes from the console or from a program.
   *
   * @throws RequestRefused with 403, 413 or 415
   */
  static void checkOrigin(RestRequest request) {
    if (request.header(CONSOLE).isEmpty() && request.header(IDEMPOTENCY_KEY).isEmpty()) {
      throw foreign("it has neither Idempotency-Key nor X-Semel-Console");
    }
    Optional<String> site = request.header("sec-fetch-site");
    if (site.isPresent()) {
      if (!site.get().equals("same-origin") && !site.get().equals("none")) {
        throw foreign("the browser says that another site sends it");
      }
    } else if (request.header("origin").isPresent() && !isOurs(request)) {
      throw foreign("its Origin is not this server");
    }
    checkBody(request);
  }

  private static RequestRefused foreign(String why) {
    return RequestRefused.forbidden(Code.ORIGIN_REFUSED, "The request is refused, as " + why + ".");
  }

  private static void checkBody(RestRequest request) {
    String type = request.header("content-type").orElse("").strip().toLowerCase(Locale.ROOT);
    if (!JSON.matcher(type).matches()) {
      throw new RequestRefused(
          415, Code.REQUEST_INVALID, "Content-Type must be application/json, in UTF-8.");
    }
    if (request.body().size() > LARGEST_BODY) {
      throw new RequestRefused(
          413, Code.REQUEST_INVALID, "The body has more than " + LARGEST_BODY + " bytes.");
    }
  }

  /** A proxy may have ended TLS before us, so that the scheme is not compared. */
  private static boolean isOurs(RestRequest request) {
    try {
      URI origin = new URI(request.header("origin").orElse(""));
      String authority = origin.getAuthority();
      return authority != null
          && bare(authority).equalsIgnoreCase(bare(request.header("host").orElse("")));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String bare(String authority) {
    return authority.replaceFirst(":(80|443)$", "");
  }

  /**
   * The key of a request that acts.
   *
   * @throws RequestRefused if there is none, or it has other characters than visible ones of ASCII
   */
  static String key(RestRequest request) {
    return request
        .header(IDEMPOTENCY_KEY)
        .map(KEY::matcher)
        .filter(key -> key.matches())
        .map(key -> key.group(1))
        .orElseThrow(
            () ->
                RequestRefused.invalid(
                    "An act needs a header Idempotency-Key of its own, of 1 to 200 visible characters."));
  }

  /** The body of a request that acts. */
  static String json(RestRequest request) {
    try {
      return request.body().characters();
    } catch (CharacterCodingException e) {
      throw RequestRefused.invalid("The body is not UTF-8.");
    }
  }
}
