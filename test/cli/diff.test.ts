import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfastHere, userProject } from "./user-project.ts";

interface Parts {
  readonly name?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly label?: string;
  readonly guards?: string;
  readonly enforcement?: string;
  readonly action?: "denyWhen" | "warnWhen";
  readonly message?: string;
}

const policy = ({
  name = "keep",
  group = "",
  resource = "configmaps",
  label = "keep",
  guards = "",
  enforcement = `"deny"`,
  action = "denyWhen",
  message = "kept",
}: Parts = {}): string => `
import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "${group}", resource: "${resource}" }],
  enforcement: ${enforcement},
  ${guards}
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { ${action}: ({ oldObject }) => oldObject.metadata.labels?.["${label}"] === "yes", message: "${message}" } },
});
`;

/** What `holdfast diff` says of the YAML of two policies; undefined: none at all. */
async function diff(before: Parts | undefined, after: Parts | undefined, ...more: readonly string[]) {
  const project = userProject({ "old/keep.ts": policy(before), "new/keep.ts": policy(after) });
  for (const [name, parts] of Object.entries({ old: before, new: after })) {
    await holdfastHere(project, ["compile", name, "--out", `${name}-yaml`]);
    if (parts === undefined) rmSync(join(project, `${name}-yaml/keep.yaml`));
  }
  return holdfastHere(project, ["diff", "old-yaml", "new-yaml", ...more]);
}

const lines = (out: string): readonly string[] => out.split("\n").filter((line) => /^[A-Z]{4,}/.test(line));

describe("holdfast diff", () => {
  test("begins with whether anything is weaker", async () => {
    const first = async (before: Parts | undefined, after: Parts | undefined) => (await diff(before, after)).out.split("\n")[0];
    expect(await first({}, undefined)).toBe("Weaker; rules: 4 lost");
    expect(await first({}, { enforcement: `"warn"` })).toMatch(/^Weaker; rules: \d relaxed$/);
    expect(await first({}, { label: "held" })).toMatch(/^May be weaker; rules: \d changed$/);
    expect(await first(undefined, {})).toBe("Stronger; rules: 4 gained");
    expect(await first({ enforcement: `"warn"` }, {})).toMatch(/^Stronger; rules: \d tightened$/);
  });

  test("shows the condition of a rule that decides otherwise, before and now", async () => {
    const { out } = await diff({}, { label: "held" });
    const conditions = out.split("\n").filter((line) => / {13}(before|now), allowed if: /.test(line));
    expect(conditions).toEqual([
      "             before, allowed if: oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'",
      "             now, allowed if:    oldObject.metadata.?labels[?'held'].orValue('') != 'yes'",
    ]);
    const { changes } = JSON.parse((await diff({}, { label: "held" }, "--format", "json")).out) as { changes: object[] };
    expect(changes).toContainEqual(
      expect.objectContaining({
        rule: "keep",
        before: ["oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'"],
        after: ["oldObject.metadata.?labels[?'held'].orValue('') != 'yes'"],
      }),
    );
  });

  test("says a policy that has another name and nothing else as that, and no more than that", async () => {
    const { code, out } = await diff({}, { name: "held" });
    expect({ code, out }).toEqual({
      code: 0,
      out: "The same; rules: 4 renamed\n\nRENAMED    policy keep is now held, and does what it did\n",
    });
    const otherwise = await diff({}, { name: "held", label: "held" });
    expect(otherwise.code).toBe(1);
    expect(lines(otherwise.out).map((line) => line.split(" ")[0])).not.toContain("RENAMED");
    const { out: json } = await diff({}, { name: "held" }, "--format", "json");
    const { changes } = JSON.parse(json) as { readonly changes: readonly object[] };
    for (const change of changes) expect(change).toMatchObject({ what: "renamed", newName: "held" });
  });

  test("in Markdown is a line and a block", async () => {
    const { out } = await diff({}, { name: "held" }, "--format", "markdown");
    expect(out).toBe(
      "**The same; rules: 4 renamed**\n\n```text\nRENAMED    policy keep is now held, and does what it did\n```\n",
    );
    expect((await diff({}, {}, "--format", "markdown")).out).toBe("**no protection is lost, and none gained**\n");
  });

  test("finds nothing where nothing decides otherwise", async () => {
    expect(await diff({}, { message: "still kept" })).toMatchObject({ code: 0, out: "no protection is lost, and none gained\n" });
  });

  test("says what is lost, by rule and guard, and that denied deletes are waiting", async () => {
    const { code, out } = await diff({}, undefined);
    expect(code).toBe(1);
    expect(lines(out)).toEqual([
      "LOST       rule keep of keep no longer denies DELETE of configmaps",
      "LOST       rule releaseGuard of keep no longer denies UPDATE of configmaps/*",
      "LOST       rule ownerGuard of keep no longer denies UPDATE of configmaps/*",
      "LOST       rule namespaceGuard of keep-guard-namespaces-with-configmaps no longer denies DELETE of namespaces",
      "LOST       rule namespaceGuard of keep-guard-namespaces-with-configmaps no longer denies UPDATE of namespaces/finalize",
    ]);
    expect(out).toContain("If this allows deletes that are denied today");
  });

  test("a guard that is switched off is lost", async () => {
    const { code, out } = await diff({}, { guards: `guards: { owners: { off: "nobody sets owners here" } },` });
    expect([code, lines(out)]).toEqual([1, ["LOST       rule ownerGuard of keep no longer denies UPDATE of configmaps/*"]]);
  });

  test("another kind is one lost and one gained", async () => {
    const { out } = await diff({}, { resource: "secrets" });
    expect(lines(out)).toContain("LOST       rule keep of keep no longer denies DELETE of configmaps");
    expect(lines(out)).toContain("GAINED     rule keep of keep denies DELETE of secrets");
  });

  test("a pattern of groups is named by its condition", async () => {
    const { out } = await diff({ group: "*.example.com", resource: "*" }, undefined);
    const where = "request.resource.group.endsWith('.example.com')";
    expect(lines(out)[0]).toBe(`LOST       rule keep of keep no longer denies DELETE of * of every group, where ${where}`);
  });

  test("a subresource stands behind its kind", async () => {
    const { out } = await diff({ group: "db.example.com", resource: "databases" }, undefined);
    expect(lines(out)[1]).toBe("LOST       rule releaseGuard of keep no longer denies UPDATE of databases.db.example.com/*");
  });

  test("what warns where it denied, and a condition that is another one", async () => {
    const { code, out } = await diff({}, { label: "hold" });
    expect(code).toBe(1);
    expect(lines(out)[0]).toBe("CHANGED    rule keep of keep decides otherwise about DELETE of configmaps");
    expect(lines((await diff({ action: "warnWhen" }, {})).out)).toContain(
      "GAINED     rule keep of keep denies DELETE of configmaps",
    );
  });

  test("a policy that is relaxed, everywhere or in some Namespaces", async () => {
    const everywhere = await diff({}, { enforcement: `"warn"` });
    expect([everywhere.code, lines(everywhere.out)[0]]).toEqual([
      1,
      "RELAXED    rule keep of keep warns of DELETE of configmaps, and denied it before",
    ]);
    const byStage = `{ label: "stage", values: { production: "deny", staging: "warn" }, otherwise: "audit" }`;
    const some = await diff({}, { enforcement: byStage });
    expect(lines(some.out).filter((line) => line.includes("rule keep of"))).toEqual([
      "RELAXED    rule keep of keep warns of DELETE of configmaps where stage is staging, and denied it before",
      "RELAXED    rule keep of keep records DELETE of configmaps where stage is none of production, staging, and denied it before",
    ]);
    expect(lines(some.out)).toContain(
      "GAINED     rule namespaceLabelGuard of keep-guard-namespace-labels denies UPDATE of namespaces/*",
    );
    const back = await diff({ enforcement: byStage }, {});
    expect(lines(back.out).filter((line) => line.includes("rule keep of"))).toEqual([
      "TIGHTENED  rule keep of keep denies DELETE of configmaps where stage is staging, and warned of it before",
      "TIGHTENED  rule keep of keep denies DELETE of configmaps where stage is none of production, staging, and recorded it before",
    ]);
  });

  test("as data", async () => {
    const { code, out } = await diff(undefined, {}, "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      changes: [
        { what: "gained", policy: "keep", rule: "keep", operation: "DELETE", kind: "configmaps", strength: "denies" },
        {},
        {},
        {},
        {},
      ],
    });
  });

  test("says what is wrong with what it is given", async () => {
    const project = userProject({ "a/broken.yaml": "a: [", "b/x.txt": "" });
    expect(await holdfastHere(project, ["diff", "a"])).toMatchObject({
      code: 2,
      error: expect.stringContaining("two directories") as string,
    });
    expect(await holdfastHere(project, ["diff", "a", "b"])).toMatchObject({
      code: 2,
      error: expect.stringContaining("a/broken.yaml:1:") as string,
    });
    expect(await holdfastHere(project, ["diff", "none", "b"])).toMatchObject({
      code: 2,
      error: expect.stringContaining("cannot read the directory none") as string,
    });
  });
});
