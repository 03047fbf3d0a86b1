import { visible } from "../diagnostics/format.ts";
import type { ExampleReview } from "./example-review.ts";

export interface Introduced {
  /** `https://127.0.0.1:8443` */
  readonly url: string;
  /** `http://127.0.0.1:40123` */
  readonly health: string;
  /** `the 3 objects of objects` */
  readonly about: string;
  readonly routes: readonly { readonly path: string; readonly rule: string }[];
  /** `/usage-authors`, where nobody answers what it asks. */
  readonly leftOut: readonly string[];
  /** The file with the authority, as a shell takes it. */
  readonly authority: string;
  readonly configuration: string | undefined;
  readonly example: ExampleReview | undefined;
}

/** What whoever starts it wants to know: what is served where, and a command to ask it that works as it stands. */
export function introduction(parts: Introduced): string {
  const { url, health, about, routes, leftOut, authority, configuration, example } = parts;
  const width = Math.max(...routes.map(({ rule }) => visible(rule).length));
  return [
    `serving ${routes.length} ${routes.length === 1 ? "path" : "paths"} at ${url}; queries are answered by ${about}`,
    "",
    ...routes.map(({ rule, path }) => `  ${visible(rule).padEnd(width)}  ${url}${visible(path)}`),
    ...(leftOut.length === 0
      ? []
      : ["", `not served: ${leftOut.join(", ")}; it asks RBAC, which manifests do not have: use --kubeconfig`]),
    "",
    `its authority:          ${authority}`,
    `health and metrics:     ${health}/readyz, ${health}/metrics`,
    ...(configuration === undefined ? [] : [`webhook configuration:  ${configuration}`]),
    ...(example === undefined ? [] : ["", `to ask about ${visible(example.about)}:`, "", command(example, { url, authority })]),
    "",
    "^C ends it",
  ].join("\n");
}

/** Within single quotes a shell changes nothing. */
function command({ path, review }: ExampleReview, { url, authority }: Pick<Introduced, "url" | "authority">): string {
  const body = review.replaceAll("'", `'\\''`);
  return [
    `curl --cacert ${authority} --header 'Content-Type: application/json' \\`,
    `  --data '${body}' \\`,
    `  ${url}${path}`,
  ].join("\n");
}
