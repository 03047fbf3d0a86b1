import { closeList, closeObject, colon, comma, endOfString, openList, openObject, quote } from "../../kubernetes/json-bytes.ts";
import { Rejection } from "../rejection.ts";
import { seedOfProcess, seenKeys } from "./seen-keys.ts";

/** What can be told of JSON before it is parsed. */
export interface ScannedJson {
  /** Keys in all objects, those that stand there twice counted twice. */
  readonly members: number;
  /** False: no key stands twice in an object. True: one may, and whoever wants to know has to count. */
  readonly mayRepeatKeys: boolean;
  /** What it will take in memory, about: text is small beside what hostile text can become. */
  readonly decodedBytes: number;
}

/** A tenth of what Go's own decoder accepts, and far beyond any schema. */
const maxDepth = 1000;

/**
 * What V8 of Node 26 takes at most: `{}` 67 bytes with its place in a list, a number 10 to 28, and an object of
 * one key that no other has, 192.
 */
const openingBytes = 64;
const commaBytes = 24;
const memberBytes = 104;

/** Reads JSON once without keeping anything but hashes of keys, of that seed. Whether it is JSON at all, only the parser tells. */
export function scanJson(bytes: Uint8Array, seed = seedOfProcess): ScannedJson {
  let depth = 0;
  let members = 0;
  let decodedBytes = bytes.length;
  let [objects, from, to] = [0, 0, 0];
  const seen = seenKeys(bytes, seed);
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        from = at + 1;
        at = endOfString(bytes, at);
        to = at;
        break;
      case openList:
      case openObject:
        depth += 1;
        objects += 1;
        objectAt[depth] = objects;
        if (depth > maxDepth) throw new Rejection("bad-json", `the body is nested more than ${maxDepth} levels deep`);
        decodedBytes += openingBytes;
        break;
      case closeList:
      case closeObject:
        depth -= 1;
        break;
      case comma:
        decodedBytes += commaBytes;
        break;
      case colon:
        members += 1;
        decodedBytes += memberBytes;
        // Right before it stands its key, if this is JSON.
        seen.add(from, to, objectAt[depth] ?? 0);
        break;
    }
  }
  return { members, decodedBytes, mayRepeatKeys: seen.mayRepeat };
}

/** Which object, by its number, is open at each depth. */
const objectAt = new Int32Array(maxDepth + 2);
