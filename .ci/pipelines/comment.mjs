// One comment of a pull request (GitHub) or merge request (GitLab), updated in place:
//
//     node comment.mjs holdfast.md        what `holdfast diff --format markdown=holdfast.md` wrote
//
// Needs Node and nothing else: it runs beside a token, so it loads no package. It takes for its own only a comment that
// its own account wrote: a marker in a comment of somebody else would let them have the last word.
import { existsSync, readFileSync } from "node:fs";
import { argv, env, exit } from "node:process";

const marker = "<!-- holdfast: what this change does to deletion protection -->";
/** GitHub takes 65536 characters, GitLab more. */
const longest = 60_000;

/** The token is not good enough. */
class Denied extends Error {}

const files = argv.slice(2).filter((file) => existsSync(file));
const texts = files.map((file) => readFileSync(file, "utf8").trim()).filter((text) => text !== "");
const whole = [marker, "### Deletion protection", ...texts].join("\n\n");
const short = [
  marker,
  "### Deletion protection",
  ...texts.map((text) => text.split("\n")[0]),
  "The rest is too long for a comment: see the log.",
];
const nothingToSay = "there is nothing to say: no file was written";
const nothing = `${marker}\n\n### Deletion protection\n\nThis change could not be compared: see the log.`;
const body = texts.length === 0 ? nothing : whole.length <= longest ? whole : short.join("\n\n").slice(0, longest);

const forge = env.GITHUB_ACTIONS === "true" ? github() : gitlab();

const isForNobody = "this is no pipeline of a pull request or merge request";
if (forge === undefined) stop(texts.length === 0 ? nothingToSay : isForNobody, 0);

try {
  const own = await findOwn();
  // What was said of an earlier push must not stand for this one.
  if (texts.length === 0 && own === undefined) stop(nothingToSay, 0);
  if (own?.body === body) stop("the comment says so already", 0);
  await call(own === undefined ? "POST" : forge.updates, own === undefined ? forge.comments : forge.comment(own.id), { body });
  console.log(own === undefined ? "commented" : "updated the comment");
} catch (error) {
  // Pull requests of forks have no token that may write: no reason to fail, and the log has the text.
  if (error instanceof Denied) stop(`the token may not comment (${error.message})`, 0);
  stop(error instanceof Error ? error.message : String(error), 1);
}

/** https://docs.github.com/rest/issues/comments */
function github() {
  const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? "/dev/null", "utf8") || "{}");
  const number = Number(env.HOLDFAST_PULL_REQUEST || event.pull_request?.number);
  if (!Number.isInteger(number) || number <= 0) return undefined;
  const api = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`;
  return {
    comments: `${api}/${number}/comments`,
    comment: (id) => `${api}/comments/${id}`,
    updates: "PATCH",
    headers: { authorization: `Bearer ${env.HOLDFAST_TOKEN}`, accept: "application/vnd.github+json" },
    me: async () => env.HOLDFAST_ACCOUNT || "github-actions[bot]",
    author: ({ user }) => user?.login,
  };
}

/** https://docs.gitlab.com/api/notes/ */
function gitlab() {
  const { CI_API_V4_URL: api, CI_MERGE_REQUEST_PROJECT_ID: project, CI_MERGE_REQUEST_IID: number } = env;
  if (!api || !project || !number) return undefined;
  const notes = `${api}/projects/${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(number)}/notes`;
  return {
    comments: notes,
    comment: (id) => `${notes}/${id}`,
    updates: "PUT",
    headers: { "private-token": env.HOLDFAST_TOKEN ?? "" },
    me: async () => (await call("GET", `${api}/user`)).username,
    author: ({ author }) => author?.username,
  };
}

async function findOwn() {
  const me = await forge.me();
  for (let page = 1; ; page += 1) {
    const comments = await call("GET", `${forge.comments}?per_page=100&page=${page}`);
    const own = comments.find((one) => forge.author(one) === me && String(one.body).startsWith(marker));
    if (own !== undefined || comments.length < 100) return own;
  }
}

async function call(method, url, data) {
  const headers = { ...forge.headers, "content-type": "application/json", "user-agent": "holdfast" };
  const response = await fetch(url, { method, headers, redirect: "error", ...(data && { body: JSON.stringify(data) }) });
  const text = await response.text();
  if (response.status === 401 || response.status === 403) throw new Denied(`${method} answered ${response.status}`);
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}`);
  return JSON.parse(text);
}

function stop(why, code) {
  console.log(`holdfast comment: ${why}`);
  exit(code);
}
