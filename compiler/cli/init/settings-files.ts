/** What `compile` accepts, an editor accepts, in an ESM package and in one in CommonJS (docs/rules/language.md). */
export function editorOptions(include: string): string {
  return `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2024"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": [],
    "strict": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "resolveJsonModule": true,
    "noEmit": true,
    "allowImportingTsExtensions": true
  },
  "include": [${JSON.stringify(include)}]
}
`;
}

export function projectSettings(command: string): string {
  return `{
  "$schema": "./node_modules/holdfast/config.schema.json",
  "policies": ["policies"],
  "out": "generated",
  "command": ${JSON.stringify(command)}
}
`;
}
