import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOf, keepText } from "../plan/shared-guards/policy-texts.ts";
import { holdfastHere, userProject } from "./user-project.ts";

const project = (): string => userProject(filesOf(["keep-a", "keep-b", "keep-c"]));
const acme = ["compile", "--installation", "acme"];
const textIn = (directory: string, name: string): string => readFileSync(join(directory, "generated", name), "utf8");

test("the name stands in the command that makes the files anew, which --check goes by", async () => {
  const directory = project();
  const made = await holdfastHere(directory, acme);
  expect(made.code).toBe(0);
  expect(made.out).toContain("note: guards that policies share are in acme-guards.yaml: apply it together");
  expect(textIn(directory, "acme-guards.yaml")).toContain(
    "# Source: policies\n# To change it, edit the source and run: npx holdfast compile policies --out generated --installation acme\n",
  );
  expect((await holdfastHere(directory, [...acme, "--check"])).code).toBe(0);
  const { code, out } = await holdfastHere(directory, ["compile", "--check"]);
  expect(code).toBe(1);
  expect(out).toContain("stale:     generated/acme-guards.yaml (no policy compiles to it)");
});

test("without the name the guards are back in the files of their policies, and their own file is gone", async () => {
  const directory = project();
  await holdfastHere(directory, acme);
  const files = ["policies/keep-a.ts", "policies/keep-b.ts", "policies/keep-c.ts"];
  const { code, out } = await holdfastHere(directory, ["compile", ...files]);
  expect(code).toBe(0);
  expect(out).not.toContain("guards that policies share");
  expect(readdirSync(join(directory, "generated"))).not.toContain("acme-guards.yaml");
  expect(textIn(directory, "keep-a.yaml")).toContain("name: keep-a-guard-namespaces-with-configmaps");
});

test("another policy adds its lines to the file of the guards, and changes none", async () => {
  const directory = project();
  await holdfastHere(directory, acme);
  const before = textIn(directory, "acme-guards.yaml").split("\n");
  const more = userProject({ ...filesOf(["keep-a", "keep-b", "keep-c"]), "policies/keep-bb.ts": keepText("keep-bb") });
  await holdfastHere(more, acme);
  const after = textIn(more, "acme-guards.yaml").split("\n");
  // One validation, and one binding.
  expect(after.length - before.length).toBe(33);
  let at = 0;
  for (const line of after) if (line === before[at]) at += 1;
  expect(before.slice(at)).toEqual([]);
});

test("guards that share a policy protect what they protected before", async () => {
  const directory = project();
  await holdfastHere(directory, ["compile", "--out", "apart"]);
  await holdfastHere(directory, [...acme, "--out", "together"]);
  for (const words of [
    ["apart", "together"],
    ["together", "apart"],
  ])
    expect(await holdfastHere(directory, ["diff", ...words])).toMatchObject({
      code: 0,
      out: "no protection is lost, and none gained\n",
    });
});

const onDisks = [...acme, "--static", "control-plane", "--kube", "1.36"];

test("on the disks of API servers guards share policies, too", async () => {
  const off = 'guards: { namespaces: { off: "looks things up" } },';
  const databases = (name: string): string =>
    keepText(name, { more: off }).replace(
      '{ group: "", resource: "configmaps" }',
      '{ group: "db.example.com", version: "v1", resource: "databases" }',
    );
  const directory = userProject({ "policies/keep-a.ts": databases("keep-a"), "policies/keep-b.ts": databases("keep-b") });
  expect(await holdfastHere(directory, onDisks)).toMatchObject({ code: 0 });
  const text = readFileSync(join(directory, "control-plane/policies/acme-guards.yaml"), "utf8");
  expect(text).toMatch(/name: acme-guard-definitions-\w{6}\.static\.k8s\.io/);
  expect(text).toContain("# Rule definitionGuard of keep-b, policies/keep-b.ts:3");
});

test("what cannot be there is reported for each policy, as without a name", async () => {
  const { code, error } = await holdfastHere(project(), onDisks);
  expect(code).toBe(2);
  expect(error.match(/\[static-parameters\]/g)).toHaveLength(3);
});

test.for(["", "Acme", "a.b", "-a", "a".repeat(41)])("%j is no name of an installation", async (name) => {
  const { code, error } = await holdfastHere(project(), ["compile", `--installation=${name}`]);
  expect(code).toBe(2);
  expect(error).toMatch(name === "" ? "`--installation` needs a name" : `\`--installation ${name}\` is not a name`);
});
