/** What no CEL can say, and rules that the webhook answers: what the catalogue says of them. */
export const answeredByDiagnostics = {
  "needs-the-time": {
    message: "`{text}` needs the current time, which CEL does not have",
    help: 'let the webhook answer the rule: `answeredBy: "webhook"` beside `denyWhen`; times that are stored are compared without it: `timestamp(oldObject.metadata.creationTimestamp)?.isBefore(...)`',
  },
  "needs-the-time-zone": {
    message: "`{text}` depends on the time zone of the process",
    help: "{help}",
  },
  "parts-of-date": {
    message: "`{text}` asks for a part of a calculated date",
    help: "ask for it of a date that is read, `new Date(text).getUTCDay()`; one that is worked out can be compared",
  },
  "needs-json": {
    message: "`{text}` needs JSON inside of text, which CEL does not have",
    help: 'let the webhook answer the rule: `answeredBy: "webhook"` beside `denyWhen`; or store what is decided by as a label or annotation of its own',
  },
  "not-in-a-rule": {
    message: "`{text}` needs {need}, which no rule has",
    help: "{help}",
  },
  "needless-webhook": {
    severity: "warning",
    message: "rule `{rule}` says nothing that CEL cannot, and the webhook is not asked",
    help: 'leave out `answeredBy: "webhook"`',
  },
  "reads-whole": {
    severity: "warning",
    message: "`{text}` reads {whole} where CEL cannot follow, so that no guard keeps what protects the object there",
    help: 'read by a constant key, outside of loops: `oldObject.metadata.annotations?.["example.com/keep"]`',
  },
} as const;

/** What people reach for, and what it needs that no rule has. */
export const needs: Readonly<Record<string, string>> = {
  AbortController: "something that comes later",
  Buffer: "modules of Node",
  Function: "code that is made when it runs",
  Promise: "something that comes later",
  Worker: "something that comes later",
  __dirname: "files",
  arguments: "its arguments as a list without names",
  console: "somebody who reads what it writes",
  crypto: "randomness",
  eval: "code that is made when it runs",
  fetch: "the network",
  globalThis: "whatever there is",
  performance: "a clock that nobody can set in a test",
  process: "the environment of the process",
  queueMicrotask: "something that comes later",
  require: "modules of Node",
  setInterval: "something that comes later",
  setTimeout: "something that comes later",
  structuredClone: "a copy, of what cannot change",
};

/** What to do without. */
export const decidesFromInput =
  "a rule decides from what it is given: the object, its Namespace, the request, RBAC and the cluster";
