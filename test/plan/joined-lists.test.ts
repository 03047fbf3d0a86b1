import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

/** A rule that goes through the text of each image about ten times. */
function codesOf(lists: string): readonly string[] {
  const text = `import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";
const tag = (image: string): string => { const i = image.lastIndexOf(":"); return i === -1 ? "latest" : image.substring(i + 1); };
export default deletionPolicy<Deployment>({
  name: "images",
  match: [{ group: "apps", version: "v1", resource: "deployments" }],
  rules: {
    images: {
      denyWhen: ({ oldObject }) => {
        const pod = oldObject.spec?.template?.spec;
        return [${lists}].some(({ image = "" }) => image.replaceAll("/", " ").startsWith("registry.example.com ") && tag(image) !== "latest");
      },
      message: "no",
    },
  },
});
`;
  return compileFiles({ "images.ts": text }).diagnostics.map(({ code }) => code);
}

test("two lists of one object have no more text together than the object", () => {
  expect(codesOf("...(pod?.containers ?? []), ...(pod?.initContainers ?? [])")).toEqual([]);
});

test("a list that is joined with itself has it twice", () => {
  expect(codesOf("...(pod?.containers ?? []), ...(pod?.containers ?? [])")).toEqual(["too-expensive"]);
});
