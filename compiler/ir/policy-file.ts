/** The policies of one source file, as far as a stage has come with them; in the end they share one YAML file. */
export interface PolicyFile<Policy> {
  /** As the user would type it: `policies/ack.ts`. */
  readonly file: string;
  /** `ack`: the name of the YAML file. */
  readonly stem: string;
  readonly policies: readonly Policy[];
}
