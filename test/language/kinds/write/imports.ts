import { dirname, relative } from "node:path/posix";
import { byName } from "./text.ts";

/** Types that are not generated, by the path from `kinds/`. */
const ours: Readonly<Record<string, string>> = {
  Base64: "field-types",
  Double: "../numbers",
  Int32: "../numbers",
  Int64: "../numbers",
  IntOrString: "field-types",
  KubernetesObject: "../objects",
  ManagedFields: "../objects",
  MaybeNull: "field-types",
  ObjectMeta: "../objects",
  OwnerReference: "../objects",
  QuantityText: "field-types",
  Time: "field-types",
};

interface Placed {
  readonly type: string;
  readonly file: string;
}

/** What one generated file names of others. */
export class Imports {
  readonly #path: string;
  readonly #placeOf: (definition: string) => Placed;
  /** Names by file. */
  readonly #names = new Map<string, Set<string>>();
  readonly #embedded = new Map<string, string>();

  constructor(path: string, placeOf: (definition: string) => Placed) {
    this.#path = path;
    this.#placeOf = placeOf;
  }

  use(name: string): string {
    const file = ours[name];
    if (file === undefined) throw new Error(`${name} is no type of ours`);
    this.#add(file, name);
    return name;
  }

  /** Of a type as it is written: `JSONSchemaProps | boolean`. */
  useAll(text: string): string {
    for (const [name] of text.matchAll(/\w+/g)) if (Object.hasOwn(ours, name)) this.use(name);
    return text;
  }

  definition(name: string): string {
    const { type, file } = this.#placeOf(name);
    if (file !== this.#path) this.#add(file, type);
    return type;
  }

  /** A kind inside another one is a template: the API server has filled in nothing of its metadata. */
  embed(kind: string): string {
    const type = this.definition(kind);
    const meta = this.definition("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    const name = `${type}Inside`;
    const fields = [
      "readonly apiVersion?: string;",
      "readonly kind?: string;",
      `readonly metadata?: ${meta};`,
      `readonly spec: ${type}["spec"];`,
      `readonly status?: NonNullable<${type}["status"]>;`,
    ];
    this.#embedded.set(name, [`interface ${name} {`, ...fields.map((field) => `  ${field}`), "}"].join("\n"));
    return name;
  }

  embedded(): readonly string[] {
    return [...this.#embedded.values()];
  }

  lines(): readonly string[] {
    return [...this.#names].toSorted(byName).map(([file, names]) => {
      // `core/pod` may be a file and a folder.
      const path = relative(dirname(this.#path), `${file}.ts`);
      return `import type { ${[...names].toSorted().join(", ")} } from "${path.startsWith(".") ? path : `./${path}`}";`;
    });
  }

  #add(file: string, name: string): void {
    const names = this.#names.get(file) ?? new Set();
    this.#names.set(file, names.add(name));
  }
}
