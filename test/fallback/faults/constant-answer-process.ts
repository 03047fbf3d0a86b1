import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAuthority } from "../../control-plane/certificates.ts";

/**
 * The least that a webhook can do: it finds the uid and lets everything go. Forked, it says where it listens and whom
 * to trust.
 */
const authority = await createAuthority("constant");
const pair = await authority.issue({ usage: "server", commonName: "constant", ipAddresses: ["127.0.0.1"] });
const server = createServer({ cert: pair.certificate, key: pair.privateKey, keepAliveTimeout: 120_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [, uid = ""] = /"uid":"([^"]*)"/.exec(Buffer.concat(chunks).toString()) ?? [];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } }),
    );
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port, authority: authority.certificate }),
);
