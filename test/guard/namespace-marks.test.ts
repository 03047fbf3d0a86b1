import { describe, expect, test } from "vitest";
import { update } from "../../compiler/simulator/testing/index.ts";
import { CaseFiles } from "../language/case-files.ts";
import { type Asked, askedPolicy } from "./asked.ts";

const policyWith = (denyWhen: string, match = `{ group: "", resource: "secrets" }`): string => `
import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [${match}],
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { denyWhen: ${denyWhen}, message: "kept" } },
});
`;

type Texts = Readonly<Record<string, string>>;

/** The rules that deny changing the Namespace's marks so. */
function deniedBy(asked: Asked, before: Texts, after: Texts, map: "labels" | "annotations" = "labels"): readonly string[] {
  const namespace = (marks: Texts) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", [map]: marks } });
  return asked.ask(update(namespace(before), namespace(after))).map(({ rule }) => rule);
}

/** What the compiler says of the release guard. */
function stateOf(text: string): string | undefined {
  const files = new CaseFiles();
  try {
    files.write("policy.ts", text);
    const { policies } = files.compileNext(["policy.ts"]);
    const guard = policies[0]?.guards.find(({ name }) => name === "release");
    return guard === undefined ? undefined : `${guard.state}: ${guard.text}`;
  } finally {
    files.remove();
  }
}

const guard = ["namespaceReleaseGuard"];

describe("marks of the Namespace", () => {
  test("stay where they protect together with a mark of the object", async () => {
    const asked = await askedPolicy(
      policyWith(
        `({ oldObject, namespaceObject }) => oldObject.metadata.labels?.["keep"] === "yes" && namespaceObject?.metadata.labels?.["stage"] === "production"`,
      ),
    );
    expect(deniedBy(asked, { stage: "production" }, {})).toEqual(guard);
    expect(deniedBy(asked, { stage: "production" }, { stage: "test" })).toEqual(guard);
    expect(deniedBy(asked, { stage: "test" }, { stage: "production" })).toEqual([]);
    expect(deniedBy(asked, { stage: "production" }, { stage: "production", keep: "no" })).toEqual([]);
  });

  test("stay while they protect what has none of its own", async () => {
    const asked = await askedPolicy(
      policyWith(
        `({ oldObject, namespaceObject }) => (oldObject.metadata.labels?.["keep"] ?? namespaceObject?.metadata.labels?.["keep"]) === "yes"`,
      ),
    );
    expect(deniedBy(asked, { keep: "yes" }, {})).toEqual(guard);
    expect(deniedBy(asked, { keep: "yes" }, { keep: "no" })).toEqual(guard);
    expect(deniedBy(asked, { keep: "yes" }, { keep: "yes", other: "x" })).toEqual([]);
    expect(deniedBy(asked, { keep: "no" }, {})).toEqual([]);
    expect(deniedBy(asked, {}, { keep: "yes" })).toEqual([]);
  });

  test("stay where they protect only together with a mark of the object", async () => {
    const asked = await askedPolicy(
      policyWith(
        `({ oldObject, namespaceObject }) => oldObject.metadata.name.startsWith("db-") && namespaceObject?.metadata.labels?.["keep"] === "yes"`,
      ),
    );
    expect(deniedBy(asked, { keep: "yes" }, {})).toEqual(guard);
    expect(deniedBy(asked, { keep: "yes" }, { keep: "yes" })).toEqual([]);
  });

  test("of a group are found among the keys", async () => {
    const asked = await askedPolicy(
      policyWith(
        `({ oldObject, namespaceObject, request }) => {
          const key = \`\${request.resource.group}/keep\`;
          return (oldObject.metadata.annotations?.[key] ?? namespaceObject?.metadata.annotations?.[key] ?? namespaceObject?.metadata.annotations?.["keep"]) === "yes";
        }`,
        `{ group: "*.example.com", resource: "*" }`,
      ),
    );
    const denied = (before: Texts, after: Texts) => deniedBy(asked, before, after, "annotations");
    expect(denied({ "db.example.com/keep": "yes" }, {})).toEqual(guard);
    expect(denied({ "a.b.example.com/keep": "yes" }, { "a.b.example.com/keep": "no" })).toEqual(guard);
    expect(denied({ keep: "yes" }, {})).toEqual(guard);
    // The nearer mark would unmark what the general one protects.
    expect(denied({ keep: "yes" }, { keep: "yes", "db.example.com/keep": "no" })).toEqual(guard);
    expect(denied({ "other.org/keep": "yes" }, {})).toEqual([]);
    expect(denied({ keep: "yes", note: "a" }, { keep: "yes", note: "b" })).toEqual([]);
    expect(denied({ "db.example.com/keep": "no" }, {})).toEqual([]);
  });

  test("stay open where an update of the Namespace does not show enough", () => {
    const labels = `({ namespaceObject, request }) => namespaceObject?.metadata.labels?.[\`\${request.resource.group}/keep\`] === "yes"`;
    expect(stateOf(policyWith(labels, `{ group: "*.example.com", resource: "*" }`))).toMatch(/^open: /);
    expect(stateOf(policyWith(`({ namespaceObject }) => namespaceObject?.metadata.labels?.["keep"] === "yes"`))).toBe(
      "on: of the Namespace: label keep",
    );
    expect(stateOf(policyWith(`({ oldObject }) => oldObject.metadata.name === "a"`))).toBe("not needed: the rules read no marks");
  });
});
