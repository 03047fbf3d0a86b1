/** Diagnostics about what CEL lacks, and about rules that the webhook answers. */
export const answeredByDiagnostics = {
  "needs-the-time": {
    message: "`{text}` needs the current time, which CEL does not have",
    help: 'let the webhook answer the rule: `answeredBy: "webhook"` beside `denyWhen`; stored times can be compared without it: `timestamp(oldObject.metadata.creationTimestamp)?.isBefore(...)`',
  },
  "needs-the-time-zone": {
    message: "`{text}` depends on the time zone of the process",
    help: "{help}",
  },
  "parts-of-date": {
    message: "`{text}` reads a part of a calculated date",
    help: "read parts of a parsed date, `new Date(text).getUTCDay()`; calculated dates can be compared",
  },
  "needs-json": {
    message: "`{text}` needs JSON, which CEL does not have",
    help: 'let the webhook answer the rule: `answeredBy: "webhook"` beside `denyWhen`; or store the value as a label or annotation of its own',
  },
  "not-in-a-rule": {
    message: "`{text}` needs {need}, which no rule has",
    help: "{help}",
  },
  "needless-webhook": {
    severity: "warning",
    message: "rule `{rule}` needs no webhook, because CEL can express all of it",
    help: 'remove `answeredBy: "webhook"`',
  },
  "reads-whole": {
    severity: "warning",
    message: "`{text}` reads {whole} in a way that CEL cannot express, so no guard protects what it reads there",
    help: 'read a constant key, outside of loops: `oldObject.metadata.annotations?.["example.com/keep"]`',
  },
} as const;

/** Names that people often try to use, and what each needs that no rule has. */
export const needs: Readonly<Record<string, string>> = {
  AbortController: "asynchronous code",
  Buffer: "Node modules",
  Function: "code that is created at run time",
  Promise: "asynchronous code",
  Worker: "asynchronous code",
  __dirname: "files",
  arguments: "unnamed arguments",
  console: "a console",
  crypto: "randomness",
  eval: "code that is created at run time",
  fetch: "the network",
  globalThis: "the global object",
  performance: "a clock that tests cannot set",
  process: "the environment of the process",
  queueMicrotask: "asynchronous code",
  require: "Node modules",
  setInterval: "asynchronous code",
  setTimeout: "asynchronous code",
  structuredClone: "a copy that can be changed",
};

/** The help for all of them. */
export const decidesFromInput = "a rule can only use its input: the object, its Namespace, the request, RBAC and the cluster";
