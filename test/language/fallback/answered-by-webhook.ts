/** As people write them (natural rules 09 and 11), with `answeredBy` and no more. */
export const agePolicy = `import { deletionPolicy } from "holdfast";

const WEEK = 7 * 24 * 60 * 60 * 1000;

export default deletionPolicy({
  name: "age",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    old: {
      answeredBy: "webhook",
      denyWhen: ({ oldObject }) => {
        const created = new Date(oldObject.metadata.creationTimestamp ?? 0).getTime();
        return Date.now() - created > WEEK;
      },
      message: "PVCs older than 7 days are kept",
    },
  },
});
`;

export const jsonPolicy = `import { deletionPolicy } from "holdfast";

interface Protection {
  enabled: boolean;
  reason?: string;
}

function protection(annotations: Record<string, string> | undefined): Protection {
  const raw = annotations?.["example.com/protection"];
  return raw ? (JSON.parse(raw) as Protection) : { enabled: false };
}

export default deletionPolicy({
  name: "json",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    enabled: {
      answeredBy: "webhook",
      denyWhen: ({ oldObject }) => protection(oldObject.metadata.annotations).enabled,
      message: ({ oldObject }) => \`Protected: \${protection(oldObject.metadata.annotations).reason ?? "no reason given"}\`,
    },
  },
});
`;

/** Reads from what a custom object may lack, and asks. */
export const absentPolicy = `import { type KubernetesObject, deletionPolicy, resource } from "holdfast";

interface Thing extends KubernetesObject {
  readonly spec: { readonly owner: { readonly name: string } };
}
const pods = resource({ group: "", version: "v1", resource: "pods" });

export default deletionPolicy<Thing>({
  name: "absent",
  match: [{ group: "things.example.com", version: "v1", resource: "things" }],
  rules: {
    owned: {
      denyWhen: ({ oldObject, cluster }) => oldObject.spec.owner.name === "a" && cluster.exists(pods),
      message: "no",
    },
  },
});
`;

export const partlyPolicy = `import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "partly",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    kept: {
      answeredBy: "webhook",
      denyWhen: ({ oldObject }) => {
        const keep = oldObject.metadata.labels?.["keep"];
        if (keep === "always") return true;
        if (keep !== "until") return false;
        return Date.parse(oldObject.metadata.annotations?.["until"] ?? "") > Date.now();
      },
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

export const freezePolicy = `import { deletionPolicy } from "holdfast";

function hourIn(timeZone: string): number {
  return Number(new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(new Date()));
}

export default deletionPolicy({
  name: "freeze",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    frozen: {
      answeredBy: "webhook",
      denyWhen: ({ oldObject }) => {
        if (oldObject.metadata.labels?.["tier"] !== "production") return false;
        const hour = hourIn("Europe/Zurich");
        return hour >= 22 || hour < 6;
      },
      message: "nothing of production is deleted between 22:00 and 06:00 in Zurich",
    },
  },
});
`;

/** A rule that a label makes run for ever: a mistake of its author's, or a text that somebody made to be slow. */
export const slowPolicy = `import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "slow",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    endless: {
      answeredBy: "webhook",
      denyWhen: ({ oldObject }) => {
        if (oldObject.metadata.labels?.["slow"] !== "yes") return false;
        let rounds = 0;
        while (oldObject.metadata.name !== "") rounds += 1;
        return rounds > 3;
      },
      message: "no",
    },
  },
});
`;

/** CEL can say the rule, and the webhook says whether a release is over. */
export const releasedPolicy = `import { deletionPolicy, releasedUntil } from "holdfast";

export default deletionPolicy({
  name: "released",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [releasedUntil({ max: "2h" })],
  rules: {
    kept: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["kept"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
  },
});
`;
