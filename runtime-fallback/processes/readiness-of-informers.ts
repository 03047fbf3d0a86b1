import type { AskedInformer } from "../questions/asked-informer.ts";
import { mostStalenessMs } from "../questions/cached-answers.ts";
import { type Readiness, readinessOf } from "../webhook/readiness.ts";

/** Threats A7: a replica that has not seen everything, or has not heard for long, is asked nothing. */
export function readinessOfInformers(informers: readonly AskedInformer[]): Readiness {
  return readinessOf(
    informers.flatMap((informer) => {
      const name = [informer.resource.resource, informer.resource.group].filter((part) => part !== "").join(".");
      if (!informer.hasSynced()) return [`${name} have not been listed yet`];
      const seconds = Math.round(informer.stalenessMs() / 1000);
      return informer.stalenessMs() > mostStalenessMs ? [`nothing has been heard of ${name} for ${seconds} s`] : [];
    }),
  );
}
