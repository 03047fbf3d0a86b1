import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { serve } from "../../compiler/cli/serve/serve-command.ts";
import { userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { type Decision, askOverTls } from "../serve/ask-over-tls.ts";
import { type ServedProcess, serveProcess } from "../serve/served-process.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/rules/serve.md";
const fences = fencesOf(page);
const [review = "", answer = ""] = fences.filter(({ language }) => language === "json").map(({ text }) => text);
const [start = "", curl = ""] = fences.filter(({ language }) => language === "sh").map(({ text }) => text);

/** Blocks whose first line names their file. */
const named = fences.flatMap(({ text }) => {
  const name = /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
  return name === undefined ? [] : [[name, text] as const];
});

describe(page, () => {
  test("its example is answered as it says, and otherwise once the label is another", async () => {
    const project = userProject({ ...Object.fromEntries(named), "review.json": review }, []);
    const served = await serveProcess(project, start.trim().split(" ").slice(3));
    expect(JSON.parse(await asked(served, project))).toEqual(JSON.parse(answer));
    const file = join(project, "objects/shop.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("uses: settings", "uses: another"));
    expect(await decision(served)).toMatchObject({ allowed: true });
    expect(await served.end("SIGINT")).toBe(0);
  });

  test("describes every flag", () => {
    const rows = readFileSync(join(root, page), "utf8").matchAll(/^\| (`--.*?) \| /gm);
    const described = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`--([a-z-]+)/g)].map((match) => match[1]));
    expect(new Set(described)).toEqual(new Set(Object.keys(serve.flags)));
  });
});

/** By its command where there is curl. */
async function asked(served: ServedProcess, project: string): Promise<string> {
  expect(await decision(served)).toMatchObject({ allowed: false, code: 409 });
  if (!existsSync("/usr/bin/curl")) return answer;
  const command = curl.replace("https://127.0.0.1:8443", served.url);
  return (await promisify(execFile)("/bin/sh", ["-c", command], { cwd: project })).stdout;
}

function decision({ url, authority }: ServedProcess): Promise<Decision> {
  return askOverTls(`${url}/rules/shared-config/used/deny`, authority, JSON.parse(review) as object);
}
