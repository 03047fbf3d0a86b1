import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { declareTypes } from "../../compiler/crd-types/index.ts";
import { type SchemaText, definitionOf, schemaWithSpec } from "./definition-text.ts";

const thing = definitionOf(schemaWithSpec({ type: "string" }));
const other = definitionOf(schemaWithSpec({ type: "string" }), { kind: "Other", plural: "others" });
const changed = definitionOf(schemaWithSpec({ type: "integer" }));
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const both = ["other.example.com.v1.d.ts", "thing.example.com.v1.d.ts"];

const yaml = (...documents: readonly unknown[]): string => documents.map((document) => stringify(document)).join("---\n");

function declare(...texts: readonly string[]) {
  const { files, problems, others, patches } = declareTypes(texts.map((text, at) => ({ path: `${at}.yaml`, text })));
  return {
    names: files.map(({ name }) => name),
    problems: problems.map(({ place, message }) => `${place.path}:${place.line} ${message}`),
    others: Object.fromEntries(others),
    ...(patches.size > 0 && { patches: Object.fromEntries(patches) }),
  };
}

/** The definition with one part of its spec replaced. */
function withSpec(part: object): SchemaText {
  return { ...thing, spec: { ...(thing["spec"] as object), ...part } };
}

describe("definitions are found", () => {
  test.each<readonly [string, readonly string[]]>([
    ["in a document each", [yaml(thing, other)]],
    ["in a file each", [yaml(thing), yaml(other)]],
    ["in JSON", [JSON.stringify(thing, undefined, 2), JSON.stringify(other)]],
    ["in a List", [yaml({ apiVersion: "v1", kind: "List", items: [thing, other] })]],
    ["in a List of JSON", [JSON.stringify({ apiVersion: "v1", kind: "List", items: [thing, other] })]],
    [
      "in a CustomResourceDefinitionList, whose items do not say what they are",
      [
        JSON.stringify({
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinitionList",
          items: [thing, other].map(({ spec }) => ({ spec })),
        }),
      ],
    ],
    ["twice, if both say the same", [yaml(thing, other), yaml(thing)]],
    ["between empty documents and comments", [`---\n# nothing\n---\n${yaml(thing, null, other)}---\n`]],
  ])("%s", (_, texts) => {
    expect(declare(...texts)).toEqual({ names: both, problems: [], others: {} });
  });

  test("objects of other kinds are passed over and counted", () => {
    expect(declare(yaml(configMap, thing, configMap, "text", ["list"]), yaml(other))).toEqual({
      names: both,
      problems: [],
      others: { "0.yaml": 4 },
    });
  });

  test("patches of definitions, as kustomize has them, are counted by themselves", () => {
    const patch = { ...thing, spec: { conversion: { strategy: "Webhook" } } };
    expect(declare(yaml(patch, thing))).toMatchObject({ problems: [], patches: { "0.yaml": 1 } });
  });
});

describe("what cannot be read is said, with its place", () => {
  test.each<readonly [string, string, string]>([
    ["no YAML", "a: [\n", "is no YAML that can be read: Flow sequence in block collection must be"],
    ["a template", `{{- if .Values.crds }}\n${yaml(thing)}{{- end }}\n`, "is no YAML that can be read"],
    ["JSON that breaks off", JSON.stringify(thing).slice(0, 60), "is no YAML that can be read"],
    ["keys that stand twice", `kind: A\nkind: B\n`, "is no YAML that can be read: Map keys must be unique"],
    ["an alias of nothing", "a: *b\n", "is no YAML that can be read: Unresolved alias"],
    [
      "aliases that multiply each other",
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`,
      "is no YAML that can be read: Excessive alias count",
    ],
    ["very deep nesting", "[".repeat(100_000), "is no YAML that can be read: it is nested too deeply"],
    [
      "an old version",
      yaml({ ...thing, apiVersion: "apiextensions.k8s.io/v1beta1" }),
      "has apiVersion apiextensions.k8s.io/v1beta1; only",
    ],
    ["no group", yaml(withSpec({ group: undefined })), "spec.group is missing or wrong"],
    ["a group that leads elsewhere", yaml(withSpec({ group: "../../etc" })), "spec.group is missing or wrong"],
    [
      "a kind that is no name",
      yaml(withSpec({ names: { kind: "A{}B", plural: "things" } })),
      "spec.names.kind is missing or wrong",
    ],
    [
      "a plural that is no name",
      yaml(withSpec({ names: { kind: "A", plural: 'a" }]`' } })),
      "spec.names.plural is missing or wrong",
    ],
    ["names that are a list", yaml(withSpec({ names: [] })), "spec.names.kind is missing or wrong"],
    ["no versions", yaml(withSpec({ versions: [] })), "spec.versions is missing or wrong"],
    ["versions that are no list", yaml(withSpec({ versions: "v1" })), "spec.versions is missing or wrong"],
    ["a version that leads elsewhere", yaml(withSpec({ versions: [{ name: "../v1" }] })), "spec.versions is missing or wrong"],
    [
      "a version that stands twice",
      yaml(withSpec({ versions: [{ name: "v1" }, { name: "v1" }] })),
      "spec.versions is missing or wrong",
    ],
  ])("%s", (_, text, problem) => {
    const { names, problems } = declare(text);
    expect(names).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain(problem);
    expect(problems[0]).toMatch(/^0\.yaml:\d+ /);
  });

  test("one kind that is defined in two ways", () => {
    expect(declare(yaml(configMap, thing), yaml(changed)).problems).toEqual([
      "1.yaml:1 defines Thing v1 of example.com otherwise than 0.yaml:6; leave one of them out",
    ]);
  });
});
