import { expect, test } from "vitest";
import { compileFamily } from "../language/case-files.ts";
import { emptyRequestFields, inputBy, users } from "../language/empty-request-fields.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { describeWithOracle } from "./oracle-suite.ts";

const compiled = await compileFamily(emptyRequestFields, "empty");

describeWithOracle("fields of the user that may be empty", {}, (oracle) => {
  test.each(emptyRequestFields.cases.map((one) => [one.title, one] as const))(
    "%s: the evaluator of the API server agrees",
    async (_, one) => {
      const documents = documentsIn(compiled.get(one)?.yaml ?? "");
      const of = (kind: string) => documents.filter((document) => document.kind === kind);
      const names = Object.keys(users) as (keyof typeof users)[];
      const inputs = names.map((name) => {
        const { authorizer: _authorizer, ...input } = inputBy(name);
        return input;
      });
      const policies = of("ValidatingAdmissionPolicy");
      const bindings = of("ValidatingAdmissionPolicyBinding");
      const { rejections, answers } = await oracle().admit({ policies, bindings, inputs });
      expect(rejections).toEqual([]);
      const denied = names.filter((_name, at) => answers[at]?.status?.message !== undefined);
      expect(denied).toEqual(one.denies);
      for (const { status } of answers) expect(status?.message ?? "").not.toContain("no such key");
    },
  );
});
