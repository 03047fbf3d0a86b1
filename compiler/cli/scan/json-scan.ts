import { idOf, referenceOf } from "../objects/object-names.ts";
import type { ScannedObject } from "../../cluster/scan/scan-cluster.ts";
import { adviceFor } from "./advice.ts";
import { pathsOf } from "./policy-paths.ts";
import { type ShownScan, headline } from "./scan-view.ts";

/** A scan for programs, as scan.schema.json describes it: `schemaVersion` grows when something changes its meaning. */
export function jsonScan({ scan, compared, paths, now }: ShownScan): object {
  const { objects, misspelled, leftOvers, gaps } = scan;
  const isKnown = (id: string): boolean => compared.known.has(id);
  const open = objects.filter(({ protection }) => protection.state === "unprotected").map(({ live }) => live.object);
  const policies = objects.flatMap(({ protection }) => protection.denials.map(({ policy }) => policy));
  return {
    schemaVersion: 1,
    headline: headline(scan, now),
    objects: objects.map((one) => {
      const state = one.protection.state;
      return { ...scanned(one), inBaseline: isKnown(`${state} ${idOf(one.live.object)}`) };
    }),
    misspelled: misspelled.map(({ object, place, key, value, meant }) => ({
      ...referenceOf(object),
      place,
      key,
      value,
      meant,
      inBaseline: isKnown(`misspelled ${idOf(object)} ${place} ${key}=${value}`),
    })),
    leftOvers: leftOvers.map(({ object, place, key, kind, opens, since }) => ({
      ...referenceOf(object),
      place,
      key,
      kindOfMark: kind,
      opens,
      ...(since !== undefined && { since: since.toISOString() }),
      inBaseline: isKnown(`leftover ${idOf(object)} ${place} ${key}`),
    })),
    openPaths: pathsOf(policies, paths),
    advice: adviceFor(open).map(({ object, count, policy, command }) => ({ kind: object.of.kind, count, policy, command })),
    noLongerFound: compared.gone,
    gaps,
  };
}

function scanned({ live: { object }, loss, why, takes, protection, ways }: ScannedObject): object {
  const { state, strength, denials, told, mayDeny } = protection;
  return {
    ...referenceOf(object),
    loss,
    why,
    takes,
    state,
    ...(strength !== undefined && { strength }),
    denials,
    told,
    mayDeny,
    goesWith: ways.map(({ with: how, of }) => ({ how, ...referenceOf(of) })),
  };
}
