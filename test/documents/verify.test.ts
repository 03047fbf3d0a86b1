import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kubeconfigAccess } from "../../runtime-fallback/kubernetes/access/kubeconfig.ts";
import { codeOf } from "../../compiler/cli/verify/verify.ts";
import { type State, states } from "../../compiler/cluster/verify/index.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { compileText, problemsOf } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/operate/verify.md";
const fences = fencesOf(page);

/** What the page shows of a run, its rights and its policy are tried in test/verify/verify-server.test.ts. */
describe(page, () => {
  test("describes every state, with its exit code", () => {
    const rows = readFileSync(join(root, page), "utf8").matchAll(/^\| `([A-Z ]+)` \| .* \| (\d) \|$/gm);
    const described = [...rows].map(([, state = "", code]) => [state.toLowerCase(), code]);
    const codeFor = (state: State) => codeOf([{ url: "", findings: [{ policy: "", state, why: "" }], failure: undefined }]);
    expect(described).toEqual(states.map((state) => [state, String(codeFor(state))]));
  });

  test("its policy compiles", () => {
    const text = fences.find(({ language }) => language === "ts")?.text ?? "";
    expect(problemsOf(compileText("verify-only-tries.ts", text))).toEqual([]);
  });

  test("its kubeconfig can be read", async () => {
    const text = fences.find((fence) => fence.text.includes("kind: Config\n"))?.text ?? "";
    const account = "/var/run/secrets/kubernetes.io/serviceaccount/";
    const local = text.replaceAll(account, "");
    const file = join(temporaryDirectory({ config: local, "ca.crt": "CA", token: "TOKEN\n" }), "config");
    expect(text).toContain(account);
    const { url, reader } = await kubeconfigAccess({ kubeconfig: file, environment: {} });
    expect([url, await reader.read()]).toMatchObject([
      "https://kubernetes.default.svc",
      { headers: { authorization: "Bearer TOKEN" }, tls: { ca: "CA" } },
    ]);
  });
});
