import type { Input } from "../../compiler/api/admission-review.ts";
import type { Family } from "./language-case.ts";
import { inputOf } from "./requests.ts";

/** What an authenticator may say of a user besides; a webhook may leave the name out (TokenReview, `status.user`). */
export const users = {
  named: { username: "alice", uid: "u1", groups: ["ops"], extra: { team: ["blue"] } },
  "without a name": { username: "", uid: "u1", groups: ["ops"] },
  "with nothing at all": { username: "", uid: "", groups: [], extra: {} },
  "with an empty group": { username: "bob", groups: [""], extra: { team: [] } },
} as const;

export function inputBy(user: keyof typeof users): Input {
  const input = inputOf({ stored: {} }, user);
  return { ...input, request: { ...input.request, userInfo: users[user] } };
}

const all = Object.keys(users);
const without = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

/** Not for a real API server with client certificates, which always name somebody. */
export const emptyRequestFields: Family = {
  title: "fields of the user that may be empty",
  requests: {},
  cases: [
    { title: "a name", rule: `({ request }) => request.userInfo.username !== "alice"`, denies: without("named") },
    {
      title: "no name",
      rule: `({ request }) => request.userInfo.username === ""`,
      denies: without("named", "with an empty group"),
    },
    {
      title: "the beginning of a name",
      rule: `({ request }) => !request.userInfo.username.startsWith("b")`,
      denies: without("with an empty group"),
    },
    {
      title: "a name in the message",
      rule: `() => true`,
      message: "({ request }) => `by ${show(request.userInfo.username)}`",
      denies: all,
      says: { named: 'by "alice"', "without a name": 'by ""' },
    },
    { title: "no UID", rule: `({ request }) => request.userInfo.uid === undefined`, denies: without("named", "without a name") },
    { title: "no groups", rule: `({ request }) => request.userInfo.groups === undefined`, denies: ["with nothing at all"] },
    {
      title: "nobody's group",
      rule: `({ request }) => request.userInfo.groups?.includes("") === true`,
      denies: ["with an empty group"],
    },
    {
      title: "nothing else",
      rule: `({ request }) => request.userInfo.extra === undefined`,
      denies: ["without a name", "with nothing at all"],
    },
    {
      title: "something else without values",
      rule: `({ request }) => request.userInfo.extra?.["team"]?.length === 0`,
      denies: ["with an empty group"],
    },
  ],
};
