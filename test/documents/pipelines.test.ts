import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { commands } from "../../compiler/cli/arguments/commands.ts";
import { action } from "../ci/pipelines/action.ts";
import { Checkout } from "../ci/pipelines/checkout.ts";
import { fakeForge } from "../ci/pipelines/fake-forge.ts";
import { keepLabelled } from "../cli/user-project.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/operate/pipelines.md";
const text = readFileSync(join(root, page), "utf8");

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

function shown(name: string): string {
  const found = fencesOf(page).find((fence) => fence.text.startsWith(`# ${name}\n`));
  if (found === undefined) throw new Error(`${page} does not show ${name}`);
  return found.text;
}

const workflows = ["holdfast", "holdfast-comment", "holdfast-drift"].map(
  (name) => parse(shown(`.github/workflows/${name}.yaml`)) as Workflow,
);
const stepsOf = ({ jobs }: Workflow): readonly WorkflowStep[] => Object.values(jobs).flatMap(({ steps }) => steps);

describe(page, () => {
  test("its workflows give the action inputs that it has, and words that it knows", () => {
    const known = ["check", "test", "diff", "plan", "comment", "verify"];
    const uses = workflows.flatMap(stepsOf).filter((step) => step.uses?.startsWith("holdfast-dev/holdfast@") === true);
    expect(uses).toHaveLength(2);
    for (const { with: given = {} } of uses) {
      expect(Object.keys(given).filter((name) => !(name in action.inputs))).toEqual([]);
      expect(
        String(given["run"])
          .split(",")
          .filter((word) => !known.includes(word)),
      ).toEqual([]);
    }
    expect(known.filter((word) => !action.runs.steps.some((step) => step.if.includes(`',${word},'`)))).toEqual([]);
  });

  test("it describes each input", () => {
    const rows = [...text.matchAll(/^\| `([\w-]+)` \| (?:.* )?\| .* \|$/gm)].map(([, name]) => name ?? "");
    expect(rows.filter((name) => name in action.inputs)).toEqual(Object.keys(action.inputs));
  });

  test("beside the token of forks nothing of the pull request is checked out, installed or executed", () => {
    const comment = workflows[1];
    expect(comment?.on).toBe("pull_request_target");
    const steps = comment === undefined ? [] : stepsOf(comment);
    expect(steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))).toEqual([{ uses: "actions/checkout@v4" }]);
    const scripts = steps.map(({ run }) => run ?? "").join("\n");
    expect(scripts).not.toMatch(/\$\{\{|git (checkout|switch|worktree|merge|pull)|holdfast test/);
    expect(workflows.filter(({ permissions }) => permissions["pull-requests"] === "write")).toEqual([comment]);
  });

  test("its comment for forks reads the change out of Git", async () => {
    const checkout = new Checkout();
    const before = checkout.git("rev-parse", "HEAD").trim();
    checkout.write("policies/keep-labelled.ts", keepLabelled.replace(/denyWhen: [^\n]*/, "denyWhen: () => false,"));
    await checkout.run("npx --no-install holdfast compile -q");
    checkout.commit();
    checkout.git("push", "--quiet", "origin", "HEAD:refs/pull/7/merge");
    checkout.git("checkout", "--quiet", "--detach", before);
    const forge = await fakeForge({ kind: "github", me: "github-actions[bot]", token: "right" });
    const event = temporaryDirectory({ event: JSON.stringify({ pull_request: { number: 7 } }) });
    const github = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_EVENT_PATH: join(event, "event"),
    };
    const comment = workflows[1];
    for (const { run = "", env = {} } of comment === undefined ? [] : stepsOf(comment)) {
      const values = { "github.event.pull_request.number": "7", "github.token": "right" };
      const own = Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (\S+) \}\}/, (_, key: string) => values[key as keyof typeof values]),
      ]);
      const script = run.replace("npm ci", "true").replaceAll("node_modules/holdfast/pipelines", join(root, ".ci/pipelines"));
      expect(await checkout.run(script, { ...github, ...Object.fromEntries(own) })).toMatchObject({ code: 0 });
    }
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining("**Weaker; rules: 1")]);
    expect(checkout.git("status", "--porcelain", "policies")).toBe("");
  });

  test("its step that leaves a kubeconfig leaves it to this user alone", async () => {
    const step = workflows.flatMap(stepsOf).find(({ run }) => run?.includes("kubeconfig"));
    const directory = temporaryDirectory();
    const env = { RUNNER_TEMP: directory, KUBECONFIG_TEXT: "apiVersion: v1" };
    await new Checkout().run(`${step?.run ?? "false"}\nstat -c %a "$RUNNER_TEMP/kubeconfig" >mode`, env, directory);
    expect(readFileSync(join(directory, "kubeconfig"), "utf8")).toBe("apiVersion: v1\n");
    expect(readFileSync(join(directory, "mode"), "utf8").trim()).toBe("600");
  });

  test("its hooks and variables are there", () => {
    const config = parse(shown(".pre-commit-config.yaml")) as {
      readonly repos: readonly [{ readonly hooks: readonly { readonly id: string }[] }];
    };
    const ids = (parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as readonly { readonly id: string }[]).map(
      ({ id }) => id,
    );
    expect(config.repos[0].hooks.filter(({ id }) => !ids.includes(id))).toEqual([]);
    const template = parse(readFileSync(join(root, ".ci/pipelines/gitlab.yml"), "utf8")) as { readonly variables: object };
    expect(Object.keys((parse(shown(".gitlab-ci.yml")) as { readonly variables: object }).variables)).toEqual(
      Object.keys(template.variables),
    );
    expect(parseAllDocuments(shown("clusters/production/policies.yaml")).flatMap(({ errors }) => errors)).toEqual([]);
  });

  test("the table of forms is what the commands have", () => {
    const columns = [["text", "json", "yaml"], ["junit", "sarif", "github"], ["markdown"]];
    for (const [name, { flags }] of Object.entries(commands)) {
      const formats = flags["format"]?.value?.oneOf ?? [];
      const quiet = flags["quiet"] !== undefined;
      const row = new RegExp(`^\\| \`${name}\` \\|(.*)\\|$`, "m")
        .exec(text)?.[1]
        ?.split("|")
        .map((cell) => cell.trim());
      if (formats.length === 0 && !quiet) expect([name, row]).toEqual([name, undefined]);
      else {
        const others = formats.filter((format) => !columns.flat().includes(format)).join(", ");
        const has = columns.map((those) =>
          formats.length === 0 ? "" : those.every((one) => formats.includes(one)) ? "yes" : "no",
        );
        expect([name, row]).toEqual([name, [...has, others, quiet ? "yes" : formats.length === 0 ? "" : "no"]]);
      }
    }
  });
});
