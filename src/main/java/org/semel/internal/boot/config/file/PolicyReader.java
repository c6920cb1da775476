// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.Notation;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads one policy: sections of keys, no deeper. It looks at the text of each value alone and makes
 * no object of it, whatever tag stands before it. It collects faults instead of stopping at the
 * first.
 */
final class PolicyReader {

  /** A value, and the number of its line; the first is 1. */
  record PlacedText(String value, int line) {}

  private static final String ROOT = "";

  private final String file;
  private final Map<String, ConfigKey<?>> keys;
  private final List<String> faults = new ArrayList<>();
  private final Map<String, PlacedText> lines = new LinkedHashMap<>();

  PolicyReader(String file, List<ConfigKey<?>> keys) {
    this.file = file;
    this.keys = keys.stream().collect(Collectors.toMap(ConfigKey::yaml, Function.identity()));
  }

  /** The values by the names of their keys. */
  Map<String, PlacedText> read(byte[] yaml) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(yaml)).toString();
      LoadSettings settings =
          LoadSettings.builder()
              .setLabel(file)
              .setAllowNonScalarKeys(true)
              .setSchema(new CoreSchema()) // all of YAML's words for nothing
              .build();
      Optional<Node> root = new Compose(settings).composeString(text);
      root.ifPresentOrElse(this::policy, () -> faults.add(file + ": holds no policy"));
    } catch (CharacterCodingException e) {
      faults.add(file + ": is not UTF-8");
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      faults.add(place(file, line) + ": is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.add(file + ": is no YAML: " + e.getMessage());
    }
    return lines;
  }

  List<String> faults() {
    return faults;
  }

  static String place(String file, int line) {
    return file + ", line " + line;
  }

  private void policy(Node root) {
    if (root instanceof MappingNode policy) {
      each(policy, ROOT, this::section);
    } else {
      note(root, "must be sections with keys below them");
    }
  }

  private void section(String name, Node key, Node value) {
    if (name.contains(".")) {
      note(key, withDot(name));
    } else if (keys.containsKey(name)) {
      value(name, value);
    } else if (keys.keySet().stream().noneMatch(path -> path.startsWith(name + "."))) {
      note(key, "there is no section " + name + Nearest.to(name, ROOT, keys.values()));
    } else if (value instanceof MappingNode section) {
      each(section, name + ".", this::entry);
    } else {
      note(value, name + ": must be a section with keys below it");
    }
  }

  /** A second notation for a key could say it twice, and no one would see that. */
  private String withDot(String name) {
    String section = name.substring(0, name.indexOf('.'));
    String below = name.substring(section.length() + 1);
    return "%s: a name has no dot; write %s in the section %s%s"
        .formatted(
            name,
            below,
            section,
            keys.containsKey(name) ? "" : Nearest.to(below, section, keys.values()));
  }

  private void entry(String path, Node key, Node value) {
    if (keys.containsKey(path)) {
      value(path, value);
    } else {
      String section = path.substring(0, path.indexOf('.'));
      String name = path.substring(section.length() + 1);
      note(
          key,
          "there is no key %s in %s%s"
              .formatted(name, section, Nearest.to(name, section, keys.values())));
    }
  }

  private void value(String path, Node value) {
    text(path, value)
        .ifPresent(text -> lines.put(key(path).name(), new PlacedText(text, numberOf(value))));
  }

  private Optional<String> text(String path, Node value) {
    boolean listed = key(path).values().notation() == Notation.LIST;
    if (value instanceof ScalarNode scalar) {
      if (saysNothing(scalar)) {
        note(
            value,
            path + ": says nothing; leave it out" + (listed ? ", or write [] for none" : ""));
        return Optional.empty();
      }
      return Optional.of(scalar.getValue());
    }
    if (value instanceof SequenceNode list && listed) {
      return listed(path, list);
    }
    note(
        value,
        path + ": must be " + (listed ? "a value, or a list of values" : "one value, and no list"));
    return Optional.empty();
  }

  private Optional<String> listed(String path, SequenceNode list) {
    List<String> items = new ArrayList<>();
    for (Node item : list.getValue()) {
      if (!(item instanceof ScalarNode scalar)) {
        note(item, path + ": must be a list of values");
        return Optional.empty();
      }
      if (saysNothing(scalar)) {
        note(item, path + ": an item says nothing; leave it out");
        return Optional.empty();
      }
      items.add(scalar.getValue());
    }
    return Optional.of(String.join(", ", items));
  }

  /** Nothing, or YAML's word for it, without quotes; in quotes it is a text. */
  private static boolean saysNothing(ScalarNode scalar) {
    boolean quoted =
        scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED
            || scalar.getScalarStyle() == ScalarStyle.SINGLE_QUOTED;
    return scalar.getTag().equals(Tag.NULL) || (!quoted && scalar.getValue().isBlank());
  }

  private ConfigKey<?> key(String path) {
    ConfigKey<?> key = keys.get(path);
    if (key == null) {
      throw new IllegalArgumentException("there is no key at " + path);
    }
    return key;
  }

  /** Takes what stands under a name in a mapping. */
  @FunctionalInterface
  private interface Taker {
    void take(String path, Node key, Node value);
  }

  private void each(MappingNode mapping, String prefix, Taker taker) {
    Map<String, Integer> before = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      if (!(key instanceof ScalarNode name)) {
        note(key, "must be a name");
        continue;
      }
      Integer first = before.putIfAbsent(name.getValue(), numberOf(key));
      if (first != null) {
        note(key, prefix + name.getValue() + ": stands in line " + first + " already");
      } else {
        taker.take(prefix + name.getValue(), key, tuple.getValueNode());
      }
    }
  }

  private void note(Node at, String why) {
    faults.add(place(file, numberOf(at)) + ": " + why);
  }

  private static int numberOf(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }
}
