import { type Certificate, hasNames, type Instant, validityAt } from "../../../runtime-fallback/certificates/certificate.ts";
import { type RotationWorld, type Stored, isTrustedBy, names } from "./rotation-world.ts";

/** API servers take up a configuration within this time: less than the time to settle. */
export const longestLagMs = 4 * 60_000;

/**
 * Watches a world. At every look: whichever replica has either of the last two Secrets, and whichever of the
 * configurations of the last minutes an API server still goes by, the one is trusted by the other. Excused is a
 * certificate that has not been valid by any clock since it was stored; and for as long as API servers lag behind, one
 * that replaced such a one.
 */
export function watchTrust(world: RotationWorld) {
  const hadEnded = new Set<string>();
  const excusedUntil = new Map<string, number>();
  let seen = 0;
  return {
    /** The violations at this moment. */
    look: (): readonly string[] => {
      const at = world.instant();
      for (const { serving } of world.history) {
        if (serving !== undefined && validityAt(serving, at) === "invalid") hadEnded.add(serving.fingerprint);
      }
      for (; seen < world.history.length; seen++) excuse(world.history, seen, { hadEnded, excusedUntil });
      const violations = lastTwo(world.history).flatMap((serving) => {
        if (hadEnded.has(serving.fingerprint) || (excusedUntil.get(serving.fingerprint) ?? 0) >= world.now) return [];
        return bundlesInUse(world)
          .filter((bundle) => !isTrustedBy(bundle, serving, at))
          .map(() => describe(serving, at));
      });
      return violations;
    },
  };
}

interface Excuses {
  readonly hadEnded: ReadonlySet<string>;
  readonly excusedUntil: Map<string, number>;
}

/** A certificate that followed one that no client took: there was nothing to lose. */
function excuse(history: readonly Stored[], index: number, { hadEnded, excusedUntil }: Excuses): void {
  const [after, before] = [history[index], history[index - 1]?.serving];
  if (after?.serving === undefined || after.serving.fingerprint === before?.fingerprint) return;
  const isNothingLost = before === undefined || hadEnded.has(before.fingerprint) || !hasNames(before, names.serving);
  if (isNothingLost) excusedUntil.set(after.serving.fingerprint, after.at + longestLagMs);
}

function lastTwo(history: readonly Stored[]): readonly Certificate[] {
  const served = history.map(({ serving }) => serving).filter((one) => one !== undefined);
  return [...new Map(served.map((one) => [one.fingerprint, one])).values()].slice(-2);
}

/** Those stored since then, and the one that was stored at that time. */
function bundlesInUse({ history, now }: RotationWorld): readonly string[] {
  const from = history.findLastIndex(({ at }) => at <= now - longestLagMs);
  return [...new Set(history.slice(Math.max(0, from)).flatMap(({ bundles }) => bundles))];
}

function describe({ x509 }: Certificate, { earliest, latest }: Instant): string {
  const clocks = [earliest, latest].map((time) => new Date(time).toISOString()).join(" to ");
  return `${x509.serialNumber} of ${x509.issuer}, ${x509.validFrom} to ${x509.validTo}, is not trusted; it is ${clocks}`;
}
