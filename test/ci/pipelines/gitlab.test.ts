import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../house/source-files.ts";
import { keepLabelled } from "../../cli/user-project.ts";
import { Checkout } from "./checkout.ts";
import { fakeForge } from "./fake-forge.ts";

interface Job {
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
  readonly extends?: string;
}

const { variables, ...jobs } = parse(readFileSync(join(root, ".ci/pipelines/gitlab.yml"), "utf8")) as Readonly<
  Record<string, Job>
> & { readonly variables: Readonly<Record<string, string>> };

/** As GitLab's runner: all lines in one shell; what installs packages is left out. */
function run(checkout: Checkout, name: string, env: Readonly<Record<string, string>> = {}) {
  const before = (jobs[".holdfast"]?.before_script ?? []).filter((line) => line !== "npm ci");
  const lines = [...before, ...(jobs[name]?.script ?? [])];
  // The package has them there (test/package).
  const script = lines.join("\n").replaceAll("node_modules/holdfast/pipelines", join(root, ".ci/pipelines"));
  return checkout.run(script, { ...variables, ...env });
}

describe(".ci/pipelines/gitlab.yml", () => {
  test("each job stands on the one that installs, which installs what the lock file says", () => {
    expect(jobs[".holdfast"]?.before_script).toEqual(['cd "$HOLDFAST_DIRECTORY"', "npm ci"]);
    const others = Object.entries(jobs).filter(([name]) => name !== ".holdfast");
    expect(others.map(([, job]) => job.extends)).toEqual(others.map(() => ".holdfast"));
  });

  test("checks and tests", async () => {
    const checkout = new Checkout({}, { below: "a b" });
    const { code, out } = await run(checkout, "holdfast-check");
    expect([code, out]).toEqual([0, expect.stringContaining("1 passed")]);
    expect(readFileSync(join(checkout.directory, "holdfast-test.xml"), "utf8")).toContain('tests="1" failures="0"');
    checkout.write(
      "generated/keep-labelled.yaml",
      readFileSync(join(checkout.directory, "generated/keep-labelled.yaml"), "utf8") + "#\n",
    );
    expect((await run(checkout, "holdfast-check")).code).toBe(1);
  });

  test("compares a merge request with its base, and comments where there is a token", async () => {
    const checkout = new Checkout();
    const forge = await fakeForge({ kind: "gitlab", me: "bot", token: "right" });
    const request = {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: checkout.git("rev-parse", "main").trim(),
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_API_V4_URL: forge.url,
    };
    const script = { ...request, HOLDFAST_TOKEN: "right" };
    expect((await run(checkout, "holdfast-diff", request)).code).toBe(0);
    expect(forge.requests).toEqual([]);
    checkout.write("policies/keep-labelled.ts", keepLabelled.replace(/denyWhen: [^\n]*/, "denyWhen: () => false,"));
    await checkout.run("npx --no-install holdfast compile -q");
    const { code, out } = await run(checkout, "holdfast-diff", script);
    expect([code, out]).toEqual([0, expect.stringContaining("commented")]);
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining("**Weaker; rules: 1")]);
  });
});

/** Each job of the template, in the order of the file; the one that asks a cluster runs in pipelines-server.test.ts. */
test("no job of the template is left out here", () => {
  expect(Object.keys(jobs)).toEqual([".holdfast", "holdfast-check", "holdfast-diff", "holdfast-drift"]);
});
