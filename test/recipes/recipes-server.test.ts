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
import { type Recipe, recipeOf, recipes } from "./pages.ts";
import { sourcesOf } from "./sources.ts";
import { defineKinds, pathOf, storeSubjects, subjectsOf } from "./subjects.ts";

const day = 24 * 60 * 60 * 1000;

/** A Sunday in five weeks: closed, and what is made today is older than thirty days. */
const now = Date.now() + (35 + 7 - new Date().getUTCDay()) * day;

/** By whose clock the webhook goes: what the API server says, with the time of the test. */
function atThatTime(outgoing: ServerResponse): ServerResponse {
  const write = outgoing.writeHead.bind(outgoing);
  const dated = (status: number, headers: object) => write(status, { ...headers, date: new Date(now).toUTCString() });
  outgoing.writeHead = dated as typeof write;
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

  const kubectl = (words: readonly string[]) => server().kubectl(words.includes("--raw") ? words : [...words, "--wait=false"]);

  /** What the denial names, as somebody does who may. */
  async function override(denial: string): Promise<void> {
    const words = commandIn(denial.replace(/<their user name>$/m, "bob"));
    const who = denial.includes("somebody else") ? ["--as=bob", "--as-group=admins", "--as-group=fleet-admins"] : [];
    expect(await server().kubectl([...words, ...who])).toMatchObject({ code: 0 });
  }

  describe.each(recipes)("$name", (recipe) => {
    const { denied, allowed } = subjectsOf(recipe.name);
    const path = pathOf(denied);

    test.runIf(allowed !== undefined)("what its cases let go is deleted", async () => {
      const { status, body } = await server().request({ method: "DELETE", path: pathOf(allowed ?? denied) });
      expect([status, body["message"]]).toEqual([200, undefined]);
    });

    test("the delete of the page prints what the page says, and after the command in it goes through", async () => {
      const uid = await uidOf(server(), path);
      const isDenied = async (): Promise<boolean> => (await dryRun(path)) === 403;
      if (isAsked(recipe)) await waitUntil("the webhook has seen what there is", isDenied);
      const { code, stderr } = await kubectl(recipe.command);
      expect([code, stderr.trim().replaceAll(uid, "<uid>")]).toEqual([1, recipe.printed]);
      if (recipe.name === "no-collections") return;
      await override(stderr);
      expect(await kubectl(recipe.command)).toMatchObject({ code: 0 });
    });
  });

  test("whoever has the verb that a denial names deletes the collection", async () => {
    const { command } = recipeOf("no-collections");
    expect(await kubectl(command.filter((word) => !word.startsWith("--as")))).toMatchObject({ code: 0 });
  });

  const dryRun = async (path: string): Promise<number> =>
    (await server().request({ method: "DELETE", path: `${path}?dryRun=All` })).status;
});

const isAsked = ({ printed }: Recipe): boolean => printed.includes("admission webhook");
