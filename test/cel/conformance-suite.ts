import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";

/** One test of cel-spec's simple suite, as protobuf writes it in JSON. */
export interface ConformanceTest {
  /** `basic`, `comparisons`: the file of cel-spec. */
  readonly file: string;
  readonly name: string;
  readonly expr: string;
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type?: Json } }[];
  readonly bindings?: Readonly<Record<string, { readonly value?: Json }>>;
  readonly value?: Json;
  readonly typedResult?: { readonly result?: Json };
  readonly evalError?: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: object }[];
}

export const conformanceTests: readonly ConformanceTest[] = ((tests as Suite).suites ?? []).flatMap((suite) =>
  testsOf(suite, suite.name),
);

function testsOf({ suites = [], tests: own = [] }: Suite, file: string): readonly ConformanceTest[] {
  const here = own.map(({ original }) => ({ file, ...original }) as ConformanceTest);
  return [...here, ...suites.flatMap((suite) => testsOf(suite, file))];
}
