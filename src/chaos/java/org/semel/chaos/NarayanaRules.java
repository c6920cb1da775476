// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.List;
import org.semel.chaos.Rules.Rule;

/** Where the windows of a commit, and of recovery, lie in Narayana (7.3). */
final class NarayanaRules {

  private static final String ACTION = "com.arjuna.ats.arjuna.coordinator.BasicAction";
  private static final String BRANCH =
      "com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord";
  private static final String STORE = "com.arjuna.ats.internal.arjuna.objectstore.ShadowingStore";
  private static final String RECOVERY =
      "com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule";

  /** The store has others, by which managers find each other. */
  private static final String OF_A_TRANSACTION = "$2.endsWith(\"/AtomicAction\")";

  static final List<Rule> ALL =
      List.of(
          new Rule("X5", ACTION, "prepare", "AT ENTRY", "first"),
          new Rule("X6", BRANCH, "topLevelPrepare", "AT EXIT", "branch"),
          new Rule("X7", ACTION, "prepare", "AT INVOKE write_committed", "pass"),
          new Rule("X7-cut", STORE, "write_state", "AT INVOKE write", "pass", OF_A_TRANSACTION),
          new Rule("X8", ACTION, "phase2Commit", "AT ENTRY", "first"),
          new Rule("X9", BRANCH, "topLevelCommit", "AT EXIT", "branch"),
          new Rule("X10", ACTION, "updateState", "AT ENTRY", "pass"),
          new Rule("1PC", ACTION, "onePhaseCommit", "AT ENTRY", "ifLaden"),
          new Rule("0", ACTION, "Begin", "AT ENTRY", "begun"),
          new Rule("5", ACTION, "prepare", "AT ENTRY", "firstCarried"),
          new Rule("6", BRANCH, "topLevelPrepare", "AT EXIT", "branchCarried"),
          new Rule("7", ACTION, "prepare", "AT INVOKE write_committed", "carried"),
          new Rule("8", ACTION, "phase2Commit", "AT ENTRY", "firstCarried"),
          new Rule("9", BRANCH, "topLevelCommit", "AT EXIT", "branchCarried"),
          new Rule("10", ACTION, "updateState", "AT ENTRY", "carried"),
          new Rule("X20", RECOVERY, "periodicWorkSecondPass", "AT ENTRY", "pass"),
          new Rule("X20-orphan", RECOVERY, "handleOrphan", "AT ENTRY", "pass"));

  private NarayanaRules() {}
}
