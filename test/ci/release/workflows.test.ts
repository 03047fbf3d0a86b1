import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { targets } from "../../../.ci/release/publish.ts";
import { root } from "../../house/source-files.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
const jobsOf = (file: string): Readonly<Record<string, Job>> => workflows.find(({ name }) => name === file)?.workflow.jobs ?? {};

describe.each(workflows)("$name", ({ text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  test("gives no right to all of its jobs, and each job its own", () => {
    expect(workflow.permissions).toEqual({});
    expect(jobs.filter(([, { permissions }]) => permissions === undefined)).toEqual([]);
  });

  test("names actions by a commit, with the version beside it", () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^(\.\/|[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$)/.test(action))).toEqual([]);
  });

  test("runs nothing with more rights for the pull requests of strangers, and leaves no token in the checkout", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("puts nothing that others write into the text of a command", () => {
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
    expect(text).not.toContain("secrets.");
  });

  test("runs scripts that are there", () => {
    const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object }).scripts;
    const missing = steps.flatMap(({ run = "" }) => {
      const [, file] = /^(?:node )?(\.ci\/\S+)/.exec(run) ?? [];
      const [, script] = /^npm run (\S+)/.exec(run) ?? [];
      return (file !== undefined && !existsSync(join(root, file))) || (script !== undefined && !(script in scripts)) ? [run] : [];
    });
    expect(missing).toEqual([]);
  });
});

describe("the release", () => {
  const jobs = Object.entries(jobsOf("release.yaml"));
  const isPublishing = ([, { steps }]: (typeof jobs)[number]): boolean =>
    steps.some(({ run }) => run?.includes("--publish") === true);

  test("publishes each target in one job", () => {
    const runs = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run = "" }) => (run.includes("--publish") ? [run] : [])));
    expect(runs.toSorted()).toEqual(targets.map((target) => `node .ci/release/publish.ts ${target} --publish`).toSorted());
  });

  test("gives rights to write only to jobs that publish, which wait for a person and for a second build", () => {
    const writing = jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes("write"));
    expect(writing.map(([name]) => name)).toEqual(jobs.filter(isPublishing).map(([name]) => name));
    for (const [name, job] of writing) {
      expect(job, name).toMatchObject({ environment: "release", if: "github.event_name == 'push' && github.ref_type == 'tag'" });
      expect(["rebuild", ["npm", "images"]], name).toContainEqual(job.needs);
    }
  });

  test("installs no package where it publishes, and verifies first", () => {
    for (const [name, { steps }] of jobs.filter(isPublishing)) {
      const runs = steps.flatMap(({ run }) => run ?? []);
      expect(runs[0], name).toBe("node .ci/release/verify.ts");
      expect(
        runs.filter((run) => /npm (ci|install|run)/.test(run)),
        name,
      ).toEqual([]);
    }
  });
});

test("CI runs what .ci/run does, and looks for advisories in a job of its own", () => {
  const runs = Object.entries(jobsOf("ci.yaml")).map(([name, { steps }]) => [name, steps.flatMap(({ run }) => run ?? [])]);
  expect(Object.fromEntries(runs)).toEqual({ run: [".ci/run"], audit: ["npm audit --omit=dev --audit-level=high"] });
});
