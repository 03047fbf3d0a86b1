import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScalarType } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { file_run_function as file } from "../../../runtime-fallback/composition-function/protocol/run_function_pb.js";
import { root } from "../../house/source-files.ts";

const proto = readFileSync(join(root, "runtime-fallback/composition-function/protocol/run_function.proto"), "utf8");

interface Field {
  readonly message: string;
  readonly name: string;
  readonly number: number;
}

/** `optional bytes input = 4;` inside of its message. */
function fieldsInProto(): readonly Field[] {
  return [...proto.matchAll(/^message (\w+) \{\n([^]*?)^\}/gm)].flatMap(([, message = "", body = ""]) =>
    [...body.matchAll(/^ {2}[\w<>,. ]+ (\w+) = (\d+);/gm)].map(([, name = "", number]) => ({
      message,
      name,
      number: Number(number),
    })),
  );
}

test("the code that was generated is that of the protocol file", () => {
  const generated = file.messages.flatMap((message) =>
    message.fields.map(({ name, number }) => ({ message: message.name, name, number })),
  );
  expect(generated.length).toBeGreaterThan(15);
  expect(generated).toEqual(fieldsInProto());
  expect(file.proto.package).toBe("apiextensions.fn.proto.v1");
});

/** Of Crossplane's own file, proto/fn/v1/run_function.proto: both sides have to agree by name and number. */
const crossplane = {
  RunFunctionRequest: { meta: 1, observed: 2, desired: 3, input: 4, context: 5 },
  RunFunctionResponse: { meta: 1, desired: 2, results: 3, context: 4 },
  RequestMeta: { tag: 1 },
  ResponseMeta: { tag: 1, ttl: 2 },
  State: { composite: 1, resources: 2 },
  Resource: { resource: 1 },
  Result: { severity: 1, message: 2, reason: 3 },
};

test("names and numbers are Crossplane's", () => {
  const ours = file.messages.map(({ name, fields }) => [
    name,
    Object.fromEntries(fields.map((field) => [field.name, field.number])),
  ]);
  expect(Object.fromEntries(ours)).toEqual(crossplane);
  const [service] = file.services;
  expect([service?.typeName, service?.methods.map(({ name }) => name)]).toEqual([
    "apiextensions.fn.proto.v1.FunctionRunnerService",
    ["RunFunction"],
  ]);
});

test("what is handed on is bytes: nothing of it can get lost on the way", () => {
  const passed = file.messages.flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      field.fieldKind === "scalar" && field.scalar === ScalarType.BYTES ? [`${name}.${field.name}`] : [],
    ),
  );
  expect(passed).toEqual([
    "RunFunctionRequest.input",
    "RunFunctionRequest.context",
    "RunFunctionResponse.context",
    "State.composite",
  ]);
});
