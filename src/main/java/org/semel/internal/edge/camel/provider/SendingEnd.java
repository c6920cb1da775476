// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;

/**
 * The one table of the ends of a sending: what an intent's sending can end with, how far it had
 * got, and what is known then. An end that no other line names is unknown.
 *
 * <p>{@link ClientFailure} reads from an exception of a client which line it shows.
 */
public enum SendingEnd {
  /** No one is there, or the way to it is closed. */
  UNREACHED(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "no connection could be made to the provider, or to the proxy before it",
      Signs.types(
          "java.net.ConnectException",
          "java.net.UnknownHostException",
          "java.net.NoRouteToHostException",
          "java.net.BindException",
          "java.net.http.HttpConnectTimeoutException",
          "ConnectTimeoutException")),

  /** All connections of the client are in use. */
  NONE_FREE(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "the pool of the HTTP client had no connection left",
      Signs.types("ConnectionRequestTimeoutException")),

  /** See {@link IdleConnections}. */
  KEPT_TOO_LONG(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "the provider had closed the kept connection, or had sent over it what answers no request",
      Signs.types("RequestNotExecutedException")),

  /**
   * The client has refused the peer's certificate, which it checks before it sends a request. An
   * alert of the peer may follow the request, as it looks at the client's certificate after that.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc8446#section-2">RFC 8446, section 2</a>
   */
  UNTRUSTED(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "the client does not accept the provider's certificate: also an `SSLHandshakeException` with a `CertificateException` behind it",
      Signs.types("javax.net.ssl.SSLPeerUnverifiedException")),

  /** The client was still connecting, whatever failed. */
  CONNECTING(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "anything else that Camel's HTTP client meets while it connects, the handshake of TLS included, also over the tunnel of a proxy",
      Signs.NONE),

  /** Artemis' client writes over no other connection than the one it says this of. */
  NOT_CONNECTED(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "Artemis' client was not connected, and does not say that an answer was lost",
      Signs.types("ActiveMQNotConnectedException")),

  /** The broker is away, say, or the queue is not there and has no name for that. */
  NO_PRODUCER(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "any other `JMSException` while connection, session, queue or producer are made",
      Signs.NONE),

  /** See {@link DeliveryTerms}. */
  WITHHELD(
      Reach.NOTHING_SENT,
      Certainty.CERTAIN,
      "Semel does not let the request go (`SEMEL-0534`)",
      Signs.types("RequestWithheld")),

  /** The queue, or the broker, is full. */
  FULL(
      Reach.REFUSED,
      Certainty.DENIED_FOR_NOW,
      "the queue has no room",
      Signs.types("ResourceAllocationException", "ActiveMQAddressFullException")),

  /** It lets no one in under this name, or no one send there. */
  FORBIDDEN(
      Reach.REFUSED,
      Certainty.DENIED,
      "the broker forbids it",
      Signs.types("JMSSecurityException")),

  /** There is no such queue. */
  NOT_THERE(
      Reach.REFUSED,
      Certainty.DENIED,
      "there is no such queue",
      Signs.types("InvalidDestinationException")),

  /** The only yes. */
  ACCEPTED(
      Reach.ANSWERED,
      Certainty.DONE,
      "the provider route ends well; over HTTP with a status from 200 to 299",
      Signs.NONE),

  /** The contract says which these are. */
  NOT_NOW(
      Reach.ANSWERED,
      Certainty.CERTAIN,
      "a status that `not-done` names: 425 and 429, unless the policy says otherwise",
      Signs.NONE),

  /** The provider, or a proxy before it, does not know the client: all requests are denied. */
  UNAUTHENTICATED(Reach.ANSWERED, Certainty.DENIED, "no one is let in", Signs.statuses(401, 407)),

  /** Forbidden, not found, not allowed: this request, or all requests to this URI. */
  SENT_AWAY(
      Reach.ANSWERED,
      Certainty.DENIED_UNSAID,
      "this request, or each one to this place, is sent away",
      Signs.statuses(403, 404, 405)),

  /** Of a client error that no other line names. */
  DECLINED(Reach.ANSWERED, Certainty.REFUSED, "any other status from 400 to 499", Signs.NONE),

  /**
   * A conflict. If keys are honoured, another request under the same key is still being processed,
   * with an unknown outcome. Otherwise the request conflicts with existing data.
   *
   * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
   *     Idempotency-Key header, section 2.7</a>
   */
  IN_PROGRESS(
      Reach.ANSWERED,
      Certainty.UNKNOWN,
      "with `keys=honoured`: a request under the same key is still under way",
      Signs.statuses(409)),

  /**
   * A gateway before the provider may answer so, too, or the provider once the work is done: 406 is
   * about the form of the answer only, and 499 tells of a call that was cancelled. A server error
   * may follow the effect, and so may a redirection.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7">RFC 9110, section
   *     15.5.7</a>
   */
  INCONCLUSIVE(
      Reach.ANSWERED,
      Certainty.UNKNOWN,
      "a redirection, a server's error, a status that a gateway says as well, or a proxy that makes no tunnel: any below 200,"
          + " from 300 to 399 and from 500 on; others unless `not-done` names them",
      Signs.statuses(406, 408, 425, 429, 499, 503)),

  /** The request was written. Why no answer came is the exception's cause. */
  ANSWER_LOST(
      Reach.MAYBE_SENT,
      Certainty.UNKNOWN,
      "Artemis' client had sent, and lost the connection before the answer, whatever else it says",
      Signs.types("ActiveMQUnBlockedException")),

  /**
   * The client of ActiveMQ Classic over {@code failover:} reports its latest try to connect,
   * whatever it had written before.
   */
  LATER_CONNECTION(
      Reach.MAYBE_SENT,
      Certainty.UNKNOWN,
      "a JMS client tells in the call that sends why it could not connect: it may have sent over an earlier connection",
      Signs.NONE),

  /** The route is to be undone, and cannot be. */
  MARKED(
      Reach.MAYBE_SENT,
      Certainty.UNKNOWN,
      "the route marked its exchange rollback-only",
      Signs.NONE),

  /** A refusal is certain only of what was sent once (design, rule 19). */
  SENT_BEFORE(
      Reach.MAYBE_SENT,
      Certainty.UNKNOWN,
      "any line above that is certain or refused, of a second try, or behind a step of the same route that has sent; a status that"
          + " is no yes, before such a step, unless the route takes the status away in between",
      Signs.NONE),

  /** An end that no other line names. */
  UNNAMED(
      Reach.MAYBE_SENT,
      Certainty.UNKNOWN,
      "anything else: a time-out, a lost connection, an alert of TLS behind the handshake, what a commit says, what a"
          + " client other than Artemis' is refused in the call that sends",
      Signs.NONE);

  /** The point that a sending had reached. */
  public enum Reach {
    /** The request or message was not handed over. */
    NOTHING_SENT("nothing was sent"),
    /** The broker has answered that it does not take it. */
    REFUSED("refused by name"),
    /** The provider, or a gateway before it, has answered. */
    ANSWERED("answered"),
    /** It may have left, and no one has answered. */
    MAYBE_SENT("it may have left");

    private final String words;

    Reach(String words) {
      this.words = words;
    }

    /** For people, in the words of the documentation. */
    public String words() {
      return words;
    }
  }

  /** The certainty about the effect, and what follows. */
  public enum Certainty {
    /** It took effect. */
    DONE("done", "It took effect, now or before. The intent is delivered."),

    /** It did not take effect this time. */
    CERTAIN(
        "certain",
        "It did not take effect by this sending, and is sent again with back-off. After `attempts` such ends it is parked as"
            + " `ATTEMPTS_EXHAUSTED`."),

    /** It did not, nor would any other now. */
    DENIED_FOR_NOW(
        "refused to all for now",
        "It did not take effect, nor would another now. It is the destination's failure, and never an attempt of the intent."),

    /** It did not, nor would any other. */
    DENIED(
        "refused to all",
        "It did not take effect, nor would another. It is the destination's failure: it pauses (`SEMEL-0525`)."),

    /** It did not; whether another would is not said. */
    DENIED_UNSAID(
        "refused to one or all",
        "It did not take effect. Five different intents in a row pause the destination (`SEMEL-0525`); one that is alone with"
            + " it is parked as `REFUSED`."),

    /** It will never. */
    REFUSED("refused", "It will never take effect. It is parked as `REFUSED`."),

    /** No one knows. */
    UNKNOWN(
        "unknown",
        "It is in doubt. With `keys=honoured` it is sent again under its key; otherwise the query route is asked, or it is"
            + " parked as `OUTCOME_UNKNOWN`.");

    private final String words;
    private final String meaning;

    Certainty(String words, String meaning) {
      this.words = words;
      this.meaning = meaning;
    }

    /** For people, in the words of the documentation. */
    public String words() {
      return words;
    }

    /** The consequence for the intent, in the words of the documentation. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * The signs by which a line is known.
   *
   * @param types exceptions and their subclasses, by full name where they are Java's own, by simple
   *     name where they belong to a library, or to one of two versions of an API
   * @param statuses of HTTP
   */
  private record Signs(List<String> types, Set<Integer> statuses) {

    static final Signs NONE = new Signs(List.of(), Set.of());

    static Signs types(String... types) {
      return new Signs(List.of(types), Set.of());
    }

    static Signs statuses(Integer... statuses) {
      return new Signs(List.of(), Set.of(statuses));
    }
  }

  private final Reach reach;
  private final Certainty certainty;
  private final String happened;

  @SuppressWarnings("ImmutableEnumChecker") // a record of List.of and Set.of
  private final Signs signs;

  SendingEnd(Reach reach, Certainty certainty, String happened, Signs signs) {
    this.reach = reach;
    this.certainty = certainty;
    this.happened = happened;
    this.signs = signs;
  }

  /**
   * The line of an HTTP status that the client, or the route, does not take for a yes, under this
   * contract.
   */
  static SendingEnd of(int status, Contract contract) {
    if (contract.notDone().contains(status)) {
      return NOT_NOW;
    }
    return Arrays.stream(values())
        .filter(end -> end.signs.statuses.contains(status))
        .filter(end -> end != IN_PROGRESS || contract.keys() == Keys.HONOURED)
        .findFirst()
        .orElse(status >= 400 && status < 500 ? DECLINED : INCONCLUSIVE);
  }

  /** The point that the sending had reached. */
  public Reach reach() {
    return reach;
  }

  /** The knowledge of the effect. */
  public Certainty certainty() {
    return certainty;
  }

  /** The event, in the words of the documentation. */
  public String happened() {
    return happened;
  }

  /** The exceptions and statuses by which it is known, in the words of the documentation. */
  public String signs() {
    return Stream.concat(
            signs.types.stream(), signs.statuses.stream().sorted().map(String::valueOf))
        .map(sign -> "`" + sign.substring(sign.lastIndexOf('.') + 1) + "`")
        .collect(Collectors.joining(", "));
  }

  /** Whether a class of this name, or one that it extends, is a sign of this line. */
  boolean isNamed(Class<?> type) {
    return signs.types.contains(type.getName()) || signs.types.contains(type.getSimpleName());
  }

  /** The same, where the delivery had sent before. */
  SendingEnd behindAnother() {
    return certainty == Certainty.CERTAIN || certainty == Certainty.REFUSED ? SENT_BEFORE : this;
  }
}
