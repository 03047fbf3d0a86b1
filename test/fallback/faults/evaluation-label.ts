import type { ApiResponse } from "../../control-plane/api-client.ts";

/** What the API server says of a webhook that did not answer, and what is counted for it. */
const troubles: readonly (readonly [says: RegExp, label: string])[] = [
  [/denied the request: (\w+: )?This resource is in-use by/, "in use"],
  [/nothing has been heard of|have not been listed yet/, "webhook: not ready"],
  [/x509: certificate has expired/, "TLS: expired"],
  [/x509: certificate signed by unknown authority|x509: .*verif/, "TLS: not trusted"],
  [/x509|tls:/, "TLS: other"],
  [/connection refused/, "webhook: unreachable"],
  [/EOF|connection reset|broken pipe|server closed/, "webhook: cut off"],
  [/context deadline exceeded|Client\.Timeout|i\/o timeout/, "webhook: late"],
  [/an error on the server .* has prevented|failed calling webhook/, "webhook: error"],
];

/** An evaluation in a word or two: `200`, `409 in use`, `500 webhook: unreachable`. */
export function labelOf({ status, body }: ApiResponse): string {
  if (status < 300) return String(status);
  const message = String(body["message"] ?? "");
  const found = troubles.find(([says]) => says.test(message));
  return `${status} ${found?.[1] ?? message.slice(0, 120)}`;
}
