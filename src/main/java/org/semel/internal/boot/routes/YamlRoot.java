// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.routes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.spi.Resource;
import org.semel.Code;
import org.semel.SemelException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The root of a file of routes in YAML. Camel reads a list, or one of its resources with {@code
 * kind} and {@code apiVersion}; it says no line of what is no YAML, and reads nothing of anything
 * else, without a word.
 */
public final class YamlRoot {

  private static final List<String> ENDINGS = List.of(".yaml", ".yml");

  private YamlRoot() {}

  /**
   * Looks at each file in YAML.
   *
   * @throws SemelException if one is no YAML, or if Camel would read nothing of it
   */
  public static void check(List<Resource> files) throws IOException {
    for (Resource file : files) {
      if (ENDINGS.stream().anyMatch(file.getLocation()::endsWith)) {
        check(file);
      }
    }
  }

  private static void check(Resource file) throws IOException {
    LoadSettings settings = LoadSettings.builder().setAllowNonScalarKeys(true).build();
    try (InputStream in = file.getInputStream()) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      new Compose(settings)
          .composeString(text)
          .filter(root -> !isRead(root))
          .ifPresent(
              root -> {
                throw refused(
                    file, line(root.getStartMark().map(Mark::getLine).orElse(0)), "holds no list");
              });
    } catch (CharacterCodingException e) {
      throw refused(file, "", "is not in UTF-8");
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0);
      throw refused(file, line(line), "is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw refused(file, "", "is no YAML: " + e.getMessage());
    }
  }

  private static boolean isRead(Node root) {
    return root instanceof SequenceNode
        || (root instanceof MappingNode resource
            && resource.getValue().stream()
                .anyMatch(
                    entry ->
                        entry.getKeyNode() instanceof ScalarNode key
                            && key.getValue().equals("apiVersion")));
  }

  private static String line(int line) {
    return ", line " + (line + 1) + ",";
  }

  private static SemelException refused(Resource file, String line, String why) {
    return new SemelException(
        Code.ROUTE_FILE_REFUSED,
        "Route file "
            + file.getLocation()
            + line
            + " "
            + why
            + ". A file of routes in YAML is a list of - route, - from and the like, in UTF-8; keep other files in another"
            + " folder. Nothing was started.");
  }
}
