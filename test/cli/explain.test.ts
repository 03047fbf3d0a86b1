import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { networkPolicy, overridePolicy } from "./override-policy.ts";
import { holdfastHere, keepLabelled, userProject } from "./user-project.ts";

const settings = (labels: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: shop, labels: ${labels} }\n`;

const files = {
  "policies/keep-labelled.ts": keepLabelled,
  "settings.yaml": settings("{ example.com/keep: 'yes' }"),
  "other.yaml": settings("{}"),
};

interface Explained {
  readonly guards: readonly object[];
  readonly admissionPolicies: readonly { readonly name: string }[];
  readonly request: { readonly values: readonly { readonly admissionPolicy: string }[] };
}

const explain = (words: readonly string[], more: Readonly<Record<string, string>> = {}, input = "") =>
  holdfastHere(userProject({ ...files, ...more }), ["explain", ...words], input);

describe("holdfast explain", () => {
  test("shows the rule as written, its CEL, its cost, and where it runs and why", async () => {
    const { code, out, error } = await explain(["keep-labelled"]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("keep-labelled, policies/keep-labelled.ts\nDenies deleting ConfigMaps that carry the label");
    expect(out).toContain(
      "matches  configmaps (core)\nbecomes  keep-labelled.yaml: keep-labelled, keep-labelled-guard-namespaces-with-configmaps\n",
    );
    expect(out).toContain(
      '  10 | keep: {\n  11 |   denyWhen: ({ oldObject }) => (oldObject.metadata.labels?.["example.com/keep"] ?? "no") !== "no",',
    );
    expect(out).toContain("target   admission-policy: reads only the object, its namespace and the request");
    expect(out).toMatch(
      /keep is valid when, cost at most \d+\n {4}\| request\.operation != 'DELETE' \|\|\n {4}\| oldObject\.metadata\.\?labels\[\?'example\.com\/keep'\]\.orValue\('no'\) == 'no' \|\|\n {4}\| variables\.released\n/,
    );
    expect(out).toContain("guards   release, on: label example.com/keep\n         owners, on: new owners\n");
    expect(out).toMatch(/cost {5}[\d,]+ for the dearest expression, .* allows 1,000,000\n {9}[\d,]+ for all .* 10,000,000\n$/);
  });

  test("says what of a rule the webhook answers, where it is asked, and what is denied without it", async () => {
    const policy = keepLabelled
      .replace("keep: {", 'keep: {\n      answeredBy: "webhook",')
      .replace('!== "no",', '!== "no" && Date.now() > 5,');
    const fallback = `import { fallback } from "holdfast"; export default fallback({ image: "holdfast" });`;
    const changed = { "policies/keep-labelled.ts": policy, "policies/fallback.ts": fallback };
    const { code, out } = await explain(["keep-labelled"], changed);
    expect(code).toBe(0);
    expect(out).toContain(
      [
        "target   webhook: says what CEL cannot",
        "in       webhook keep.keep-labelled.holdfast.dev",
        "asked    where label example.com/keep and oldObject.metadata.?labels[?'example.com/keep'].orValue('no') != 'no'",
        "beyond   line 12: Date.now() > 5: `Date.now` needs the current time, which CEL does not have",
        "down     while the webhook does not answer, whatever it is asked about is denied",
      ].join("\n"),
    );
    const { out: json } = await explain(["keep-labelled", "--format", "json"], changed);
    expect(JSON.parse(json)).toMatchObject({ rules: [{ beyond: [{ line: 12, text: "Date.now() > 5" }] }] });
  });

  test("says how a policy is enforced where it does not deny everywhere", async () => {
    const enforcement = `enforcement: { label: "stage", values: { prod: "deny", edge: "deny", test: "warn" }, otherwise: "audit" },`;
    const policy = keepLabelled.replace("rules: {", `${enforcement}\n  rules: {`);
    const { out } = await explain(["keep-labelled"], { "policies/keep-labelled.ts": policy });
    expect(out).toContain("\nenforced deny where stage is prod, edge; warn where stage is test; audit elsewhere\nguards ");
    expect((await explain(["keep-labelled"])).out).not.toContain("\nenforced ");
  });

  test("of a request for a Namespace, shows no values of a policy over what it holds", async () => {
    const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n";
    const { code, out } = await explain(["keep-labelled", "--object", "shop.yaml"], { "shop.yaml": namespace });
    expect([code, out.includes("DELETE of Namespace shop"), out.includes("error")]).toEqual([0, true, false]);
  });

  test("says what it answers to a request, and what each part of its CEL gave", async () => {
    const { code, out } = await explain([
      "keep-labelled",
      "--object",
      "settings.yaml",
      "--as",
      "bob",
      "--groups",
      "ops,dev",
      "--dry-run",
    ]);
    expect(code).toBe(0);
    expect(out).toContain("request  DELETE of ConfigMap shop/settings as bob (ops, dev), dry run\n");
    expect(out).toContain(
      'answer   denied by rule keep of keep-labelled: "keep: ConfigMap shop/settings is protected by its label; to delete',
    );
    expect(out).toMatch(/^request /);
    expect(out).not.toContain("not needed");
    expect(out.slice(out.indexOf("values in"), out.indexOf("\nkeep-labelled, "))).toBe(
      [
        "values in ValidatingAdmissionPolicy keep-labelled",
        "",
        "  variable released: false",
        "    | oldObject.metadata.?annotations[?'holdfast.dev/release'] == optional.of(old…  false",
        "    |   oldObject.metadata.?annotations                                             none",
        '    |   optional.of(oldObject.metadata.uid)                                         optional "00000000-0000-4000-8000-000000000000"',
        '    |     oldObject.metadata.uid                                                    "00000000-0000-4000-8000-000000000000"',
        "",
        "  keep is valid: false",
        "    | request.operation != 'DELETE' || oldObject.metadata.?labels[?'example.com/k…  false",
        "    |   request.operation != 'DELETE'                                               false",
        '    |     request.operation                                                         "DELETE"',
        "    |   oldObject.metadata.?labels[?'example.com/keep'].orValue('no') == 'no'       false",
        "    |     oldObject.metadata.?labels[?'example.com/keep'].orValue('no')             \"yes\"",
        "    |       oldObject.metadata.?labels[?'example.com/keep']                         optional \"yes\"",
        "    |   variables.released                                                          false",
        "",
      ].join("\n"),
    );
  });

  test("reads an object from standard input, and a policy by its file", async () => {
    const { code, out } = await explain(["policies/keep-labelled.ts", "--object", "-"], {}, settings("{}"));
    expect(code).toBe(0);
    expect(out).toContain("answer   allowed\n");
  });

  test("says when no rule is about the request", async () => {
    const { out } = await explain(["keep-labelled", "--object", "other.yaml", "--operation", "create"]);
    expect(out).toContain(
      "request  CREATE of ConfigMap shop/settings as alice\nanswer   allowed\n         no rule of this policy is about such a request",
    );
  });

  test("an update of two files, in a Namespace of a third", async () => {
    const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, labels: { tier: gold } }\n";
    const words = ["--old-object", "settings.yaml", "--object", "other.yaml", "--namespace-object", "shop.yaml"];
    const { code, out } = await explain(["keep-labelled", ...words], { "shop.yaml": namespace });
    expect([code, out.includes("request  UPDATE of ConfigMap shop/settings as alice")]).toEqual([0, true]);
  });

  test("as JSON", async () => {
    const { out } = await explain(["keep-labelled", "--object", "settings.yaml", "--format", "json"]);
    const whole = {
      text: "request.operation != 'DELETE' || oldObject.metadata.?labels[?'example.com/keep'].orValue('no') == 'no' || variables.released",
      value: "false",
      parts: [
        { text: "request.operation != 'DELETE'", value: "false" },
        { value: "false", parts: [{ value: '"yes"', parts: [{ value: 'optional "yes"', parts: [] }] }] },
        { value: "false" },
      ],
    };
    const explained = JSON.parse(out) as Explained;
    expect(explained).toMatchObject({
      policy: "keep-labelled",
      rules: [{ name: "keep", action: "deny", line: 10, target: "admission-policy" }],
      request: { answer: [{ rule: "keep" }] },
    });
    expect(explained.guards).toContainEqual({ name: "release", state: "on", text: "label example.com/keep" });
    expect(explained.admissionPolicies.find(({ name }) => name === "keep-labelled")).toMatchObject({
      role: "rules",
      validations: expect.arrayContaining([
        expect.objectContaining({ rule: "keep", isGuard: false }),
        expect.objectContaining({ rule: "ownerGuard", isGuard: true, operations: ["update"] }),
      ]) as unknown,
    });
    expect(explained.request.values.find(({ admissionPolicy }) => admissionPolicy === "keep-labelled")).toMatchObject({
      validations: { "0": { value: "false", parts: [whole] } },
    });
  });

  test("says what was asked of the authorizer, and the answer", async () => {
    const more = { "policies/override.ts": overridePolicy, "front.yaml": networkPolicy };
    const words = ["override", "--object", "front.yaml", "--as", "bob"];
    const { out } = await explain(words, more);
    expect(out).toContain("asks the authorizer\n");
    expect(out).toContain("overriders is valid when, cost at most 350,017\n");
    expect(out).toMatch(/^answer {3}denied by rule overriders of override/m);
    expect(out.slice(out.indexOf("values in"), out.indexOf("\noverride, "))).toBe(
      [
        "values in ValidatingAdmissionPolicy override",
        "",
        "  overriders is valid: false",
        "    | request.operation != 'DELETE' || authorizer.group('networking.k8s.io').reso…  false",
        "    |   request.operation != 'DELETE'                                               false",
        '    |     request.operation                                                         "DELETE"',
        "    |   authorizer.group('networking.k8s.io').resource('networkpolicies').namespa…  false",
        "    |     authorizer.group('networking.k8s.io').resource('networkpolicies').names…  bob may not override networkpolicies.networking.k8s.io in shop named front",
        "    |       oldObject.metadata.?namespace.orValue('')                               \"shop\"",
        '    |         oldObject.metadata.?namespace                                         optional "shop"',
        '    |       oldObject.metadata.name                                                 "front"',
        "",
      ].join("\n"),
    );
    const override = "override:networkpolicies.networking.k8s.io";
    for (const allowed of [override, `${override}:shop`, `${override}:shop/front`])
      expect((await explain([...words, "--allowed-to", allowed], more)).out).toMatch(/^answer {3}allowed$/m);
    for (const allowed of [`${override}:other`, `${override}:shop/back`])
      expect((await explain([...words, "--allowed-to", allowed], more)).out).toMatch(/^answer {3}denied/m);
  });

  test("text of the object cannot steer the terminal", async () => {
    const hostile = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "a\\e[2J\\u202e", labels: { example.com/keep: "\\a\\n::error::x" } }\n`;
    const { out } = await explain(["keep-labelled", "--object", "-"], {}, hostile);
    expect(out).toContain("DELETE of ConfigMap a\\u{1b}[2J\\u{202e} as alice");
    expect(out).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
    expect(out.split("\n").filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
  });
});

describe("what is wrong is said, with an override", () => {
  test("an object that is not UTF-8", async () => {
    const project = userProject(files);
    writeFileSync(join(project, "x.yaml"), Buffer.from([0x61, 0x3a, 0x20, 0xff]));
    const { code, error } = await holdfastHere(project, ["explain", "keep-labelled", "--object", "x.yaml"]);
    expect([code, error]).toEqual([2, "error: x.yaml is not UTF-8 text\nhelp: save it as UTF-8\n"]);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["no policy", [], {}, "no policy is named"],
    ["two policies", ["a", "b"], {}, "`b` is one word too many"],
    [
      "a policy that does not exist",
      ["keep-labeled"],
      {},
      "there is no policy `keep-labeled` in policies\nhelp: did you mean keep-labelled?",
    ],
    ["a file that does not exist", ["policies/other.ts"], {}, "error[no-such-path]"],
    ["a policy that does not compile", ["keep-labelled"], { "policies/other.ts": "export default 1;" }, "nothing to explain"],
    ["an object that is not there", ["keep-labelled", "--object", "x.yaml"], {}, "x.yaml cannot be read: there is no such file"],
    ["a directory", ["keep-labelled", "--object", "policies"], {}, "policies cannot be read: it is no regular file"],
    ["no YAML", ["keep-labelled", "--object", "x.yaml"], { "x.yaml": "a: [" }, "x.yaml:1:5 cannot be read: "],
    ["no object", ["keep-labelled", "--object", "x.yaml"], { "x.yaml": "a: 1" }, "x.yaml:1:1: the object has no apiVersion"],
    ["two objects", ["keep-labelled", "--object", "x.yaml"], { "x.yaml": "a: 1\n---\na: 1" }, "x.yaml holds 2 objects"],
    ["a request without object", ["keep-labelled", "--as", "bob"], {}, "`--as` is about a request, and there is no object"],
    [
      "half an update",
      ["keep-labelled", "--object", "settings.yaml", "--operation", "update"],
      {},
      "an update takes --old-object and --object",
    ],
    [
      "an operation that is none",
      ["keep-labelled", "--object", "settings.yaml", "--operation", "patch"],
      {},
      "`--operation patch` is not known",
    ],
    [
      "half a permission",
      ["keep-labelled", "--object", "settings.yaml", "--allowed-to", "delete"],
      {},
      "`--allowed-to delete` is no permission",
    ],
    [
      "a permission with too many parts",
      ["keep-labelled", "--object", "settings.yaml", "--allowed-to", "delete:pods:shop/web/x"],
      {},
      "write a verb, a resource and perhaps where",
    ],
    ["no value", ["keep-labelled", "--object"], {}, "`--object` needs a file with one object, or - for standard input"],
    ["an unknown flag", ["keep-labelled", "--user", "x"], {}, "there is no flag `--user`"],
    [
      "a Namespace that is none",
      ["keep-labelled", "--object", "settings.yaml", "--namespace-object", "settings.yaml"],
      {},
      "settings.yaml holds a ConfigMap",
    ],
    [
      "a kind whose plural is unknown",
      ["keep-labelled", "--object", "x.yaml"],
      { "x.yaml": "apiVersion: a.io/v1\nkind: Mouse\nmetadata: { name: a }" },
      "the plural of Mouse (a.io) is not known\nhelp: give the resource: --resource buckets",
    ],
  ])("%s", async (_, words, more, message) => {
    const { code, out, error } = await explain(words, more);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(message);
  });
});
