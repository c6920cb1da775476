// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import org.semel.chaos.Rules.Rule;

/**
 * Where the windows of a commit, and of recovery, lie in Open Liberty (26.0.0.3). Its log is
 * written, and forced, while a transaction's state becomes that of number 3: before that nothing is
 * decided, and behind it all is. Only what has a record in the log is taken out of it. Recovery
 * runs at the start; what is left undone later, each transaction tries again by itself.
 */
final class LibertyRules {

  private static final String RESOURCES = "com.ibm.tx.jta.impl.RegisteredResources";
  private static final String BRANCH = "com.ibm.tx.jta.impl.JTAXAResourceImpl";
  private static final String STATE = "com.ibm.tx.jta.impl.TransactionState";
  private static final String TRANSACTION = "com.ibm.tx.jta.impl.TransactionImpl";
  private static final String RECOVERY = "com.ibm.tx.jta.impl.RecoveryManager";
  private static final String PARTNER = "com.ibm.tx.jta.impl.XARecoveryData";
  private static final String BEGIN = "com.ibm.tx.jta.embeddable.impl.EmbeddableTranManagerImpl";

  private static final String COMMITTING = "$1 == 3";
  private static final String REMOVAL = "AT INVOKE removeRecoverableUnit";

  static final List<Rule> ALL =
      List.of(
          new Rule("X5", RESOURCES, "distributePrepare", "AT ENTRY", "first"),
          new Rule("X6", BRANCH, "prepare", "AT EXIT", "branch"),
          new Rule("X7", STATE, "setState", "AT ENTRY", "pass", COMMITTING),
          new Rule("X8", STATE, "setState", "AT EXIT", "first", COMMITTING),
          new Rule("X9", BRANCH, "commit", "AT EXIT", "branch"),
          new Rule("X10", TRANSACTION, "forgetTransaction", REMOVAL, "pass"),
          new Rule("1PC", RESOURCES, "flowCommitOnePhase", "AT ENTRY", "ifLaden"),
          new Rule("0", BEGIN, "begin", "AT ENTRY", "begun"),
          new Rule("5", RESOURCES, "distributePrepare", "AT ENTRY", "firstCarried"),
          new Rule("6", BRANCH, "prepare", "AT EXIT", "branchCarried"),
          new Rule("7", STATE, "setState", "AT ENTRY", "carried", COMMITTING),
          new Rule("8", STATE, "setState", "AT EXIT", "firstCarried", COMMITTING),
          new Rule("9", BRANCH, "commit", "AT EXIT", "branchCarried"),
          new Rule("10", TRANSACTION, "forgetTransaction", REMOVAL, "carried"),
          new Rule("X20", RECOVERY, "resync", "AT ENTRY", "pass"),
          new Rule("X20", TRANSACTION + "$RetryAlarm", "alarm", "AT ENTRY", "pass"),
          new Rule("X20-orphan", PARTNER, "recover", "AT ENTRY", "pass"));

  private LibertyRules() {}
}
