/** What scripts can rely on; `holdfast --help` lists them. */
export const exitCodes = { fine: 0, findings: 1, usage: 2, cluster: 3, bug: 4 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
