/**
 * `node .ci/release/sign.ts`: signs the checksums and the provenance, by the identity of the workflow and without a key
 * that anybody keeps (cosign, Sigstore). `--ephemeral-key` signs by a key of this run alone, which proves nothing about
 * who signed: it shows that what is signed is what is verified.
 */
import { execFileSync } from "node:child_process";
import { createVerify, createSign, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checksumsFile, provenanceFile, releaseDirectory } from "./artifacts.ts";

export const signedFiles = [checksumsFile, provenanceFile] as const;

export const ephemeralKeyFile = "ephemeral-key.pub";

/** The private key is never written. */
export function signByEphemeralKey(directory: string): void {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const file of signedFiles) {
    const signature = createSign("sha256")
      .update(readFileSync(join(directory, file)))
      .sign(privateKey, "base64");
    writeFileSync(join(directory, `${file}.sig`), `${signature}\n`);
  }
  writeFileSync(join(directory, ephemeralKeyFile), publicKey.export({ type: "spki", format: "pem" }));
}

/** Files of which the signature does not hold, or is not there. */
export function unsignedFiles(directory: string): readonly string[] {
  const key = readFileSync(join(directory, ephemeralKeyFile));
  return signedFiles.filter((file) => {
    const signature = join(directory, `${file}.sig`);
    if (!existsSync(signature)) return true;
    const verify = createVerify("sha256").update(readFileSync(join(directory, file)));
    return !verify.verify(key, readFileSync(signature, "utf8").trim(), "base64");
  });
}

/** What signs in the workflow: it has an identity (`id-token: write`), and the bundle holds signature and certificate. */
export function keylessCommands(directory: string): readonly (readonly [string, ...string[]])[] {
  return signedFiles.map((file) => {
    const path = join(directory, file);
    return ["cosign", "sign-blob", "--yes", "--new-bundle-format", "--bundle", `${path}.sigstore.json`, path];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { directory: { type: "string" }, "ephemeral-key": { type: "boolean" } } });
  const directory = resolve(values.directory ?? releaseDirectory);
  if (values["ephemeral-key"] === true) signByEphemeralKey(directory);
  else for (const [command, ...words] of keylessCommands(directory)) execFileSync(command, words, { stdio: "inherit" });
}
