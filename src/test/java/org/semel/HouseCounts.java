// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What the sources of the product come to, counted from their syntax trees. */
final class HouseCounts extends TreeScanner<Void, String> {

  private static final Path ROOT = Path.of("src/main/java/org/semel");
  private static final Pattern QUALIFIER = Pattern.compile("\\w+\\.");
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

  /** Of the JDK: what does something, and is not a value. */
  private static final Set<String> SERVICES =
      Set.of(
          "DataSource",
          "Executor",
          "Function",
          "Predicate",
          "Runnable",
          "Supplier",
          "ThreadFactory");

  final List<Integer> classes = new ArrayList<>();
  final List<Integer> methods = new ArrayList<>();
  final List<String> published = new ArrayList<>();
  final Map<String, Long> rooms;
  final int files;
  final int lines;

  private final List<String> names = new ArrayList<>();
  private final Set<String> services = new HashSet<>(SERVICES);
  private final Set<String> values = new HashSet<>();
  private final List<Holder> bare = new ArrayList<>();
  private final SourcePositions positions;
  private CompilationUnitTree unit;

  /** A record without a method of its own, and the types of its components. */
  private record Holder(String name, String components) {}

  private HouseCounts(List<Path> sources, SourcePositions positions, CompilationUnitTree first)
      throws IOException {
    this.positions = positions;
    this.unit = first;
    this.files = sources.size();
    this.rooms =
        sources.stream()
            .collect(groupingBy(file -> ROOT.relativize(file.getParent()).toString(), counting()));
    int sum = 0;
    for (Path source : sources) {
      sum += Files.readAllLines(source).size();
    }
    this.lines = sum;
  }

  static HouseCounts taken() throws IOException {
    List<Path> sources;
    try (Stream<Path> found = Files.walk(ROOT)) {
      sources =
          found
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("package-info.java"))
              .sorted()
              .toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(sources));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      HouseCounts counts =
          new HouseCounts(sources, Trees.instance(task).getSourcePositions(), units.get(0));
      for (CompilationUnitTree each : units) {
        counts.unit = each;
        each.accept(counts, "");
      }
      return counts;
    }
  }

  int types() {
    return names.size();
  }

  /** Simple names that two types or more have, nested ones included. */
  Set<String> namesTwice() {
    Set<String> twice = new TreeSet<>();
    names.stream()
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(groupingBy(name -> name, counting()))
        .forEach(
            (name, count) -> {
              if (count > 1) {
                twice.add(name);
              }
            });
    return twice;
  }

  /** Records that do nothing and hold what does something: they carry arguments. */
  Set<String> carriers() {
    Set<String> carriers = new TreeSet<>();
    for (Holder holder : bare) {
      Matcher used = NAME.matcher(QUALIFIER.matcher(holder.components()).replaceAll(""));
      if (used.results().map(MatchResult::group).anyMatch(this::isService)) {
        carriers.add(holder.name());
      }
    }
    return carriers;
  }

  /** A name that means a value too is given the benefit of the doubt. */
  private boolean isService(String name) {
    return services.contains(name) && !values.contains(name);
  }

  @Override
  public Void visitClass(ClassTree type, String outer) {
    String simple = type.getSimpleName().toString();
    if (simple.isEmpty()) {
      return super.visitClass(type, outer);
    }
    String name = outer.isEmpty() ? simple : outer + "." + simple;
    names.add(name);
    classes.add(length(type));
    boolean internal = unit.getPackageName().toString().startsWith("org.semel.internal");
    Set<Modifier> modifiers = type.getModifiers().getFlags();
    if (outer.isEmpty() && modifiers.contains(Modifier.PUBLIC) && !internal) {
      published.add(name);
    }
    if (internal) {
      (serves(type, modifiers) ? services : values).add(simple);
    }
    if (type.getKind() == Tree.Kind.RECORD && type.getMembers().stream().noneMatch(this::isAct)) {
      bare.add(new Holder(name, components(type)));
    }
    return super.visitClass(type, name);
  }

  @Override
  public Void visitMethod(MethodTree method, String type) {
    if (positions.getEndPosition(unit, method) > 0 && method.getBody() != null) {
      methods.add(length(method));
    }
    return super.visitMethod(method, type);
  }

  /** Ports and classes do something; sealed outcomes, records and enums are values. */
  private static boolean serves(ClassTree type, Set<Modifier> modifiers) {
    return switch (type.getKind()) {
      case INTERFACE, CLASS -> !modifiers.contains(Modifier.SEALED);
      default -> false;
    };
  }

  private boolean isAct(Tree member) {
    return member instanceof MethodTree method
        && method.getReturnType() != null
        && !method.getModifiers().getFlags().contains(Modifier.STATIC)
        && length(method) > 1;
  }

  private static String components(ClassTree record) {
    StringBuilder types = new StringBuilder();
    for (Tree member : record.getMembers()) {
      if (member instanceof VariableTree field
          && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
        types.append(field.getType()).append(' ');
      }
    }
    return types.toString();
  }

  private int length(Tree tree) {
    return (int)
        (unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree))
            - unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree))
            + 1);
  }
}
