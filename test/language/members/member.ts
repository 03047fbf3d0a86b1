/** What a rule can do with a member of JavaScript's own objects. */
export type Member =
  /**
   * `rule` compiles; `since` the Kubernetes version that it needs, where that is not the oldest supported one; `where` it
   * can be written, if that is not everywhere.
   */
  | { readonly is: "supported"; readonly rule: string; readonly since?: number; readonly where?: string }
  /** CEL cannot say it, and `why` not; `rule` is rejected. */
  | { readonly is: "impossible"; readonly rule: string; readonly why: string }
  /** A rule that the webhook answers may use it. */
  | { readonly is: "webhook"; readonly rule: string; readonly why: string };

export type Members = Readonly<Record<string, Member>>;

export const supported = (rule: string, since?: number): Member => ({
  is: "supported",
  rule,
  ...(since === undefined ? {} : { since }),
});

export const supportedWhere = (where: string, rule: string): Member => ({ is: "supported", rule, where });

/** Members that are impossible for one reason. */
export const impossible = (why: string, rules: Readonly<Record<string, string>>): Members =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { is: "impossible", rule, why }]));
export const webhook = (why: string, rules: Readonly<Record<string, string>>): Members =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { is: "webhook", rule, why }]));
