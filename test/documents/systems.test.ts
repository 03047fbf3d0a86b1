import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { create, del } from "holdfast/testing";
import "holdfast/vitest";
import claims from "../../policies/appcat-claim.ts";
import consequences from "../../policies/ack-deletion-policy.ts";
import foreground from "../../policies/crossplane-foreground.ts";
import preventDelete from "../../policies/ack-prevent-delete.ts";
import { root } from "../house/source-files.ts";
import { copiedFiles } from "./copied-files.ts";
import { fencesOf } from "./fences.ts";

/** What a page shows as the answer of its n-th example, from the name of the rule on. */
function answersOn(page: string): readonly string[] {
  return fencesOf(page)
    .filter(({ language }) => language === "console")
    .map(({ text }) => /: (\w+: .*)$/.exec(text.replaceAll(/\s+/g, " ").trim())?.[1] ?? "");
}

/** The rule, and what it says behind its name. */
function partsOf(answer = "") {
  const [rule = ""] = answer.split(":");
  return { rule, message: answer.slice(rule.length + 2) };
}

const bucket = (annotations: Readonly<Record<string, string>>) =>
  del({
    apiVersion: "s3.services.k8s.aws/v1alpha1",
    kind: "Bucket",
    metadata: { name: "data", namespace: "app", annotations },
  }).resource("buckets");

describe("answers that the pages of docs/systems show are those of the policies", () => {
  test("ACK", () => {
    const [denied, warned] = answersOn("docs/systems/ack.md");
    expect(preventDelete).toDeny(bucket({ "services.k8s.aws/prevent-delete": "true" }), partsOf(denied));
    expect(consequences).toWarn(bucket({ "services.k8s.aws/deletion-policy": "retain" }), partsOf(warned));
  });

  test("AppCat", () => {
    const claim = {
      apiVersion: "vshn.appcat.vshn.io/v1",
      kind: "VSHNPostgreSQL",
      metadata: { name: "pg", namespace: "shop" },
      spec: { parameters: { security: { deletionProtection: true } } },
    };
    const [denied] = answersOn("docs/systems/appcat.md");
    expect(claims).toDeny(del(claim).resource("vshnpostgresqls"), partsOf(denied));
  });

  test("Crossplane's foreground deletion", () => {
    const [policy] = foreground;
    if (policy === undefined) throw new Error("the module has no policy");
    const claim = {
      apiVersion: "vshn.appcat.vshn.io/v1",
      kind: "VSHNRedis",
      metadata: { name: "cache", namespace: "shop" },
      spec: { compositeDeletePolicy: "Orphan" },
    };
    const [denied] = answersOn("docs/systems/crossplane-foreground.md");
    expect(policy).toDeny(create(claim).resource("vshnredis"), partsOf(denied));
  });
});

test("the policies that deny and warn on these pages are those of the generated files", () => {
  const pages = ["ack", "appcat", "crossplane-foreground"];
  const shown = pages.flatMap((page) =>
    fencesOf(`docs/systems/${page}.md`).flatMap(({ text }) =>
      [...text.matchAll(/ValidatingAdmissionPolicy\s'([^']+)'\swith\sbinding\s'([^']+)'/g)].flatMap(([, ...names]) => names),
    ),
  );
  expect(shown).toHaveLength(8);
  const generated = ["ack-prevent-delete", "ack-deletion-policy", "appcat-claim", "crossplane-foreground"].map((name) =>
    readFileSync(join(root, `generated/${name}.yaml`), "utf8"),
  );
  for (const name of shown) expect(generated.join("\n")).toContain(`\n  name: ${name}\n`);
});

/** Folders of the package that are below `policies/` here. */
const here = (path: string): string => path.replace(/^(?=fallback|presets)/, "policies/");

test.each(["ack", "appcat", "claims", "critical-services", "crossplane-foreground", "crossplane-usage"])(
  "files that docs/systems/%s.md has copied are there, with all that they import",
  (name) => {
    const files = copiedFiles(`docs/systems/${name}.md`).map(here);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    const imported = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/from "\.\/([^"]+)"/g)].map(([, module]) => module));
    const there = new Set(files.map((file) => file.replace(/^.*\//, "")));
    // `holdfast init --systems ack` has written ack-marks.ts.
    expect(imported.filter((module) => !there.has(module ?? "") && module !== "ack-marks.ts")).toEqual([]);
  },
);
