import { expect, test } from "vitest";
import { compileFamily } from "./case-files.ts";
import { emptyRequestFields, inputBy, users } from "./empty-request-fields.ts";
import { sayInCel } from "./local-cel.ts";
import { sayInTypeScript } from "./typescript.ts";

const compiled = await compileFamily(emptyRequestFields, "empty");

test.each(emptyRequestFields.cases.map((one) => [one.title, one] as const))(
  "%s of a user of whom the authentication says nothing, in TypeScript and in CEL",
  (_, one) => {
    const found = compiled.get(one);
    if (found === undefined) throw new Error("not compiled");
    const names = Object.keys(users) as (keyof typeof users)[];
    const said = names.map((name) => [name, sayInTypeScript(found, inputBy(name)), sayInCel(found.yaml, inputBy(name))] as const);
    for (const [name, typescript, cel] of said) expect(cel, name).toBe(typescript);
    expect(said.flatMap(([name, , cel]) => (cel === undefined ? [] : [name]))).toEqual(one.denies);
    for (const [name, text] of Object.entries(one.says ?? {}))
      expect(said.find(([user]) => user === name)?.[2]).toBe(`rule: ${text}`);
  },
);
