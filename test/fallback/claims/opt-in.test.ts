import { expect, test } from "vitest";
import { objectsOf } from "../../install/manifests/compile-fallback.ts";

const group = "vshn.appcat.vshn.io";
const claims = `foregroundClaims: [
    { claim: { group: "${group}", resource: "vshnredis" }, composite: { group: "${group}", resource: "xvshnredis" } },
  ],`;

test("the rule is opt-in: foreground deletion of claims alone has the API server ask nobody", () => {
  const kinds = objectsOf(claims).map(({ kind }) => kind);
  expect(kinds).toContain("Deployment");
  expect(kinds).not.toContain("ValidatingWebhookConfiguration");
});
