import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { createRole } from "../control-plane/roles.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { uidOf } from "../control-plane/requests.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { type HttpServer, openHttpServer } from "../fallback/http-server.ts";
import { writeKubeconfig } from "../fallback/kubeconfig-file.ts";
import { passOn, targetOf } from "../fallback/pass-on.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { type Installation, install } from "../install/installed/installation.ts";
import { commandIn } from "../presets/command-in.ts";
import { type Recipe, recipes } from "./pages.ts";
import { sourcesOf } from "./sources.ts";
import { collectionOf, defineKinds, storeSubjects, subjectsOf } from "./subjects.ts";

const day = 24 * 60 * 60 * 1000;

/** A Sunday in five weeks: closed, and what is made today is older than thirty days. */
const now = Date.now() + (35 + 7 - new Date().getUTCDay()) * day;

/** By whose clock the webhook goes: what the API server says, with the time of the test. */
function atThatTime(outgoing: ServerResponse): ServerResponse {
  const write = outgoing.writeHead.bind(outgoing);
  outgoing.writeHead = (status: number, headers: object) => write(status, { ...headers, date: new Date(now).toUTCString() });
  return outgoing;
}

/** Groups of people, who may delete and annotate, and nothing that a recipe asks about besides. */
async function createPeople(server: ControlPlane): Promise<void> {
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["get", "list", "patch", "delete", "deletecollection"] }];
  const groups = ["developers", "admins", "fleet-admins"].map((name) => ({ kind: "Group", name }) as const);
  await createRole(server, { name: "people", rules, subjects: groups });
}

/** All thirty are in force beside each other. */
describeWithServer("docs/recipes", {}, (server) => {
  const directory = openDirectory();
  let proxy: HttpServer;
  let installation: Installation;

  const kubectl = (words: readonly string[]) => server().kubectl([...words, ...(words.includes("--raw") ? [] : ["--wait=false"])]);
  const dryRun = (words: readonly string[]) => server().kubectl([...words, "--dry-run=server"]);

  beforeAll(async () => {
    await Promise.all([defineKinds(server()), createPeople(server())]);
    const target = targetOf(server());
    proxy = await openHttpServer((incoming, outgoing) => passOn(target, incoming, atThatTime(outgoing)));
    const cluster = { server: proxy.url, "insecure-skip-tls-verify": true };
    const proxied = { ...server(), kubeconfig: writeKubeconfig(directory, { cluster, user: {} }) };
    const sources = Object.entries(sourcesOf(recipes)).map(([path, text]) => [path.replace("policies/", ""), text] as const);
    installation = await install(proxied, Object.fromEntries(sources));
    for (const { name } of recipes) await storeSubjects(server(), name);
  });

  afterAll(async () => {
    await installation.end();
    await proxy.close();
    removeDirectory(directory);
  });

  /** What the denial names, as somebody does who may. */
  async function override({ name }: Recipe, denial: string): Promise<void> {
    if (name === "no-collections") return;
    const words = commandIn(denial.replace(/<their user name>$/m, "bob"));
    const who = denial.includes("somebody else") ? ["--as=bob", "--as-group=admins", "--as-group=fleet-admins"] : [];
    expect(await server().kubectl([...words, ...who])).toMatchObject({ code: 0 });
  }

  describe.each(recipes)("$name", (recipe) => {
    const { denied, allowed } = subjectsOf(recipe.name);
    const { path } = collectionOf(denied);

    test("the delete of the page is denied, and prints what the page says", async () => {
      const uid = await uidOf(server(), `${path}/${denied.metadata.name}`);
      const asked = recipe.command.includes("--raw") ? kubectl : dryRun;
      await waitUntil("the webhook has seen what there is", async () => (await asked(recipe.command)).code !== 0);
      const { code, stderr } = await kubectl(recipe.command);
      expect([code, stderr.trim().replaceAll(uid, "<uid>")]).toEqual([1, recipe.printed]);
    });

    test.runIf(allowed !== undefined)("what its cases let go is deleted", async () => {
      if (allowed === undefined) throw new Error("there is nothing");
      const one = collectionOf(allowed);
      const { status, body } = await server().request({ method: "DELETE", path: `${one.path}/${allowed.metadata.name}` });
      expect([status, body["message"]]).toEqual([200, undefined]);
    });

    test("the override of the denial lets it go", async () => {
      const { stderr } = await kubectl(recipe.command);
      await override(recipe, stderr);
      const words = recipe.name === "no-collections" ? recipe.command.filter((word) => !word.startsWith("--as")) : recipe.command;
      expect(await kubectl(words)).toMatchObject({ code: 0 });
    });
  });
});
