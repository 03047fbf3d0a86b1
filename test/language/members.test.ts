import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { compilerOptions } from "../../compiler/source/empty-project.ts";
import { root } from "../house/source-files.ts";
import { compileEach } from "../fixtures/compile-files.ts";
import type { Member } from "./members/member.ts";
import { membersPage } from "./members/page.ts";
import { tables } from "./members/tables.ts";

const rows = Object.entries(tables).flatMap(([type, members]) =>
  Object.entries(members).map(([name, member]) => ({ type, name, member })),
);

/** The Kubernetes that it needs. */
function sinceOf(member: Member): number | undefined {
  return member.is === "supported" ? member.since : undefined;
}

/** As `[Symbol.iterator]`: TypeScript gives such a member a name with a number. */
function namesOf(type: ts.Type): readonly string[] {
  return type.getProperties().map(({ escapedName }) => {
    const name = ts.unescapeLeadingUnderscores(escapedName);
    const [, symbol] = /^__@(\w+)@\d+$/.exec(name) ?? [];
    return symbol === undefined ? name : `[Symbol.${symbol}]`;
  });
}

describe("members of JavaScript's own objects", () => {
  test("every one of lib.es2024 is in the table", () => {
    const options = { ...compilerOptions(), lib: ["lib.es2024.d.ts"] };
    const project = new Project({ compilerOptions: options, skipAddingFilesFromTsConfig: true });
    const names = Object.keys(tables);
    const file = project.createSourceFile("all.ts", names.map((name, at) => `export declare const t${at}: ${name};`).join("\n"));
    const known = names.map((name, at) => [
      name,
      namesOf(file.getVariableDeclarationOrThrow(`t${at}`).getType().compilerType).toSorted(),
    ]);
    expect(Object.fromEntries(known)).toEqual(
      Object.fromEntries(Object.entries(tables).map(([name, members]) => [name, Object.keys(members).toSorted()])),
    );
  });

  const off = `{ off: "the rule alone is asked" }`;
  const policyOf = (
    { rule }: Member,
    at: number,
  ): string => `import { type Double, type KubernetesObject, deletionPolicy } from "holdfast";
interface Item { readonly names?: readonly string[] }
interface Thing extends KubernetesObject { readonly spec: { readonly text: string; readonly number: Double; readonly list: string[]; readonly labels: Record<string, string>; readonly items: Item[]; readonly anything?: unknown } }
export default deletionPolicy<Thing>({
  name: "member-${at}",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  guards: { release: ${off}, owners: ${off}, namespaces: ${off}, definitions: ${off} },
  rules: { rule: { denyWhen: ({ oldObject: { spec, spec: { text, number, list, labels, items }, metadata: { name, annotations } } }) => ${rule}, message: "no" } },
});
`;

  const files = rows.map(({ member }, at) => ({ since: sinceOf(member), file: `m${at}.ts`, text: policyOf(member, at) }));
  const outcomes = new Map(
    [...Map.groupBy(files, ({ since }) => since)].flatMap(([kube, some]) => [
      ...compileEach(Object.fromEntries(some.map(({ file, text }) => [file, text])), {}, kube === undefined ? {} : { kube }),
    ]),
  );

  test.each(rows.map((row, at) => [`${row.type} ${row.name}: ${row.member.is}`, row.member, `m${at}.ts`] as const))(
    "%s",
    (_, member, file) => {
      const outcome = outcomes.get(file);
      const codes = outcome?.diagnostics.map(({ code, message }) => `${code}: ${message}`) ?? [];
      if (member.is === "supported") expect(codes).toEqual([]);
      else expect(codes, member.rule).not.toEqual([]);
    },
  );

  test("docs/rules/members.md says so", () => {
    const written = readFileSync(join(root, "docs/rules/members.md"), "utf8");
    expect(written === membersPage() ? "" : "run `node test/language/members/write-docs.ts`").toBe("");
  });
});
