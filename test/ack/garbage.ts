import { generic } from "./kinds.ts";

/** Neither `true` nor `false`: these are quoted. */
const shownValues = " |True|TRUE|tRUE|False|yes|no|on|1|0|null|undefined|true,false| true|true |~|!|/"
  .split("|")
  .concat([
    "",
    "|",
    '"true"',
    "'true'",
    "`",
    "\\",
    "\\n",
    "%s%d",
    "${x}",
    "{{x}}",
    "$(x)",
    "'+'",
    "a: b # c",
    "<b>",
    "x".repeat(128),
  ]);

/** These are not: more than 128 characters, or others than printable ASCII. */
const unshownValues = [
  "x".repeat(129),
  "true\n",
  "\ntrue",
  "tr\tue",
  "true\r",
  "\u0000",
  "\u007f",
  "é",
  "日本",
  "😀",
  "true\u200b",
  "true\u2028",
];

export const garbage: readonly { readonly value: string; readonly shown: string }[] = [
  ...shownValues.map((value) => ({ value, shown: `"${value}"` })),
  ...unshownValues.map((value) => ({ value, shown: "(cannot be shown)" })),
];

export function messageFor(name: string, shown: string): string {
  return (
    `unreadableMark: Bucket default/${name} is protected because the annotation ${generic} on the object is neither "true" nor "false" but ${shown}. ` +
    `To delete it anyway, first run: kubectl annotate buckets.s3.services.k8s.aws/${name} -n default s3.services.k8s.aws/prevent-delete=false --overwrite`
  );
}
