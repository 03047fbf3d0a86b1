import type { Family, Request } from "../language-case.ts";

const things = "things.language.example.com";
const override = { verb: "override", resource: things, namespace: "language" };
const deployer = "system:serviceaccount:language:deployer";

/** In a cluster, what a service account may do does not depend on who asks. */
const always = { ...override, namespace: "kube-system", user: "system:serviceaccount:kube-system:deployer" };

const users: Readonly<Record<string, Request>> = {
  "may override": { stored: {}, user: "olga", permissions: [override] },
  "may override this": { stored: {}, user: "omar", permissions: [{ ...override, name: "may-override-this" }] },
  "may override another": { stored: {}, user: "otto", permissions: [{ ...override, name: "may-override" }] },
  "may override elsewhere": { stored: {}, user: "oona", permissions: [{ ...override, namespace: "default" }] },
  "may override everywhere": { stored: {}, user: "orla", permissions: [{ verb: "override", resource: things }] },
  "may scale": {
    stored: {},
    user: "sven",
    permissions: [{ verb: "update", resource: `${things}/scale`, namespace: "language" }],
  },
  "may read a path": { stored: {}, user: "pia", permissions: [{ verb: "get", resource: "/language/keep" }] },
  "may do nothing else": { stored: {}, user: "nils", permissions: [] },
  "may do everything": { stored: {}, user: "ella", permissions: [{ verb: "*", resource: "*" }] },
  "is a master": { stored: {}, groups: ["system:masters"], permissions: [] },
  "its account may": {
    stored: { metadata: { annotations: { account: "deployer" } } },
    user: "anna",
    permissions: [{ ...override, user: deployer }],
  },
  "its account may not": { stored: { metadata: { annotations: { account: "other" } } }, user: "adam", permissions: [] },
  "no name of an account": {
    stored: { metadata: { annotations: { account: "Deployer of the team" } } },
    user: "axel",
    permissions: [override],
  },
  "an empty account": { stored: { metadata: { annotations: { account: "" } } }, user: "alma", permissions: [] },
  "a long account": { stored: { metadata: { annotations: { account: "a".repeat(254) } } }, user: "arno", permissions: [] },
  "the longest account": { stored: { metadata: { annotations: { account: "a".repeat(253) } } }, user: "aron", permissions: [] },
};

const requests = Object.fromEntries(
  Object.entries(users).map(([name, request]) => [name, { ...request, permissions: [...(request.permissions ?? []), always] }]),
);

const all = Object.keys(requests);
const almighty = ["may do everything", "is a master"];
const itself = ["may override", "may override this", "may override everywhere", ...almighty, "no name of an account"];
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const checks: Family = {
  title: "authorizer checks",
  requests,
  cases: [
    {
      title: "a verb of one's own",
      rule: `({ authorizer, oldObject }) => authorizer.group("language.example.com").resource("things").namespace(oldObject.metadata.namespace ?? "").name(oldObject.metadata.name).check("override").allowed()`,
      cel: `!authorizer.group('language.example.com').resource('things') .namespace(oldObject.metadata.?namespace.orValue('')) .name(oldObject.metadata.name) .check('override').allowed()`,
      denies: itself,
    },
    {
      title: "who may not",
      rule: `({ authorizer }) => !authorizer.requestResource.check("override").allowed()`,
      cel: `authorizer.requestResource.check('override').allowed()`,
      denies: but(...itself),
    },
    {
      title: "what is not said is all of it",
      rule: `({ authorizer, request: { resource } }) => authorizer.group(resource.group).resource(resource.resource).check("override").allowed()`,
      cel: `!authorizer.group('language.example.com').resource('things').check('override').allowed()`,
      denies: ["may override everywhere", ...almighty],
    },
    {
      title: "a name without its namespace is in none",
      rule: `({ authorizer, oldObject }) => authorizer.requestResource.namespace("").name(oldObject.metadata.name).check("override").allowed()`,
      denies: ["may override everywhere", ...almighty],
    },
    {
      title: "what the request itself does",
      rule: `({ authorizer }) => authorizer.requestResource.check("delete").allowed() && !authorizer.requestResource.name("other").check("delete").allowed()`,
      denies: but(...almighty),
    },
    {
      title: "a subresource",
      rule: `({ authorizer }) => authorizer.requestResource.subresource("scale").check("update").allowed()`,
      denies: ["may scale", ...almighty],
    },
    {
      title: "a path",
      rule: `({ authorizer }) => authorizer.path("/language/keep").check("get").allowed()`,
      denies: ["may read a path", "is a master"],
    },
    {
      title: "a path put together",
      rule: `({ authorizer, oldObject }) => authorizer.path(\`/language/\${oldObject.metadata.annotations?.["path"] ?? "keep"}\`).check("get").allowed()`,
      denies: ["may read a path", "is a master"],
    },
    {
      title: "service accounts of the policy",
      before: `const mayOverride = (asker: AccountAuthorizer) => asker.group("language.example.com").resource("things").namespace("kube-system").check("override").allowed();`,
      rule: `({ authorizer }) => mayOverride(authorizer.serviceAccount("kube-system", "deployer")) && !mayOverride(authorizer.serviceAccount("kube-system", "nobody.else"))`,
      denies: all,
    },
    {
      title: "a service account of the object, where there can be one",
      rule: `({ authorizer, oldObject: { metadata } }) => authorizer.serviceAccount(metadata.namespace, metadata.annotations?.["account"])?.group("language.example.com").resource("things").namespace(metadata.namespace ?? "").check("override").allowed() === true`,
      denies: ["its account may"],
    },
    {
      title: "no service account of that name",
      rule: `({ authorizer, oldObject: { metadata } }) => authorizer.serviceAccount("default", metadata.annotations?.["account"]) === undefined && metadata.annotations !== undefined`,
      denies: ["no name of an account", "an empty account", "a long account"],
    },
    {
      title: "a service account, or whoever asks",
      before: `const asker = (authorizer: AccountAuthorizer, account: string | undefined) => authorizer.serviceAccount("default", account) ?? authorizer;`,
      rule: `({ authorizer, oldObject: { metadata } }) => asker(authorizer, metadata.annotations?.["account"]).group("language.example.com").resource("things").namespace(metadata.namespace ?? "").check("override").allowed()`,
      denies: ["may override", "may override everywhere", ...almighty, "no name of an account"],
    },
    {
      title: "two in one expression",
      rule: `({ authorizer }) => authorizer.requestResource.check("override").allowed() || authorizer.path("/language/keep").check("get").allowed()`,
      denies: [...itself.slice(0, 3), "may read a path", ...itself.slice(3)],
    },
    {
      title: "more of them by name",
      rule: `({ authorizer }) => {
        const overrides = authorizer.requestResource.check("override").allowed();
        const scales = authorizer.requestResource.subresource("scale").check("update").allowed();
        const reads = authorizer.path("/language/keep").check("get").allowed();
        const patches = authorizer.requestResource.check("patch").allowed();
        return overrides || scales || reads || patches;
      }`,
      denies: all.filter((name) => itself.includes(name) || name === "may scale" || name === "may read a path"),
    },
    {
      title: "a name for a short one",
      rule: `({ authorizer }) => { const may = authorizer.path("/x").check("a").allowed(); return may && authorizer.path("/x").check("b").allowed(); }`,
      cel: `!variables.may || !authorizer.path('/x').check('b').allowed()`,
      denies: ["is a master"],
    },
    {
      title: "with variables of two, and two of its own",
      rule: `({ authorizer }) => {
        const first = authorizer.requestResource.check("first").allowed() || authorizer.requestResource.check("second").allowed();
        const third = authorizer.requestResource.check("third").allowed() || authorizer.requestResource.check("fourth").allowed();
        return first || third || authorizer.requestResource.check("fifth").allowed() || authorizer.requestResource.check("override").allowed();
      }`,
      denies: itself,
    },
    {
      title: "verbs of a list",
      rule: `({ authorizer }) => ["override", "patch"].every((verb) => authorizer.requestResource.check(verb).allowed())`,
      denies: almighty,
    },
    {
      title: "begun in one place, ended in two",
      rule: `({ authorizer, oldObject }) => {
        const things = authorizer.group("language.example.com").resource("things").namespace(oldObject.metadata.namespace ?? "");
        return things.check("override").allowed() && things.subresource("scale").check("update").allowed();
      }`,
      denies: almighty,
    },
    {
      title: "only where it matters",
      rule: `({ authorizer, oldObject }) => {
        if (oldObject.metadata.annotations === undefined) return false;
        return authorizer.requestResource.check("override").allowed();
      }`,
      denies: ["no name of an account"],
    },
  ],
};
