import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteOf, namespaceNamed } from "../../compiler/simulator/admission/index.ts";
import { evaluatorOf } from "../simulator/admission/policy-files.ts";
import { root } from "../house/source-files.ts";
import { CaseFiles } from "../language/case-files.ts";

const constant = "const ABSENT_PROTECTS: boolean = true;";

/** The policy with its constant turned around. */
function compiledWithout(): string {
  const [policy, claims] = ["appcat-claim.ts", "appcat-claims.ts"].map((name) =>
    readFileSync(join(root, "policies", name), "utf8"),
  );
  if (policy?.includes(constant) !== true) throw new Error(`the policy has no \`${constant}\``);
  const files = new CaseFiles();
  try {
    files.write("appcat-claim.ts", policy.replace(constant, constant.replace("true", "false")));
    files.write("appcat-claims.ts", claims ?? "");
    return files.compile(["appcat-claim.ts"]).files.find(({ name }) => name === "appcat-claim.yaml")?.text ?? "";
  } finally {
    files.remove();
  }
}

describe("a claim without the field, where that does not protect", () => {
  const evaluator = evaluatorOf(compiledWithout());

  test.each([
    { parameters: {}, isDenied: false },
    { parameters: { security: {} }, isDenied: false },
    { parameters: { security: { deletionProtection: false } }, isDenied: false },
    { parameters: { security: { deletionProtection: true } }, isDenied: true },
    { parameters: { backup: { deletionProtection: true } }, isDenied: true },
    { parameters: { security: { deletionProtection: "false" } }, isDenied: true },
    { parameters: { security: { deletionProtection: false }, backup: { deletionProtection: true } }, isDenied: true },
  ])("$parameters: $isDenied", ({ parameters, isDenied }) => {
    const metadata = { name: "pg", namespace: "shop" };
    const claim = { apiVersion: "vshn.appcat.vshn.io/v1", kind: "VSHNPostgreSQL", metadata, spec: { parameters } };
    const resource = { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnpostgresqls" };
    const { denial } = evaluator.evaluate(deleteOf(claim, { resource, namespaceObject: namespaceNamed("shop") }));
    expect(denial === undefined ? "allowed" : denial.message).toEqual(
      isDenied ? expect.stringContaining("denied request: deletionProtection: VSHNPostgreSQL shop/pg") : "allowed",
    );
  });
});
