import { NotEvaluatedHere } from "../../simulator/admission/index.ts";
import type { Compilation } from "../../compile.ts";
import { closest } from "../../diagnostics/closest.ts";
import { explain, type AskedRequest, askAndTrace } from "../../explain/explanation.ts";
import { explanationData } from "../../explain/json-explanation.ts";
import { textExplanation } from "../../explain/text-explanation.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import { type RequestDescription, RequestProblem, type TestedObject } from "../../simulator/testing/request-description.ts";
import { TestedPolicy, compiledForTests } from "../../simulator/testing/tested-policy.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import type { ExplainCommand, ExplainFormat, ExplainedRequest } from "./explain-command.ts";
import { yamlText } from "../output/findings/format-findings.ts";
import { jsonText } from "../output/json-text.ts";
import { fenced } from "../output/markdown.ts";
import { writeOutputs } from "../output/outputs.ts";
import { reportDiagnostics } from "../output/summary.ts";
import type { LoadCompiler } from "../run.ts";
import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { isTestedObject, objectProblem } from "../../simulator/testing/object-problem.ts";
import { standardInput } from "../../serve/manifest-files.ts";
import type { Terminal } from "../output/terminal.ts";
import { readPlace } from "../arguments/read-manifests.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

/** `holdfast explain`: what a policy becomes and costs, and why it says what it says to one request. */
export async function runExplain(
  command: ExplainCommand,
  { terminal, loadCompiler }: { readonly terminal: Terminal; readonly loadCompiler: LoadCompiler },
): Promise<ExitCode> {
  const description = command.request === undefined ? undefined : await describe(command.request, terminal);
  const isFile = command.policy.endsWith(".ts");
  const { compile } = await loadCompiler();
  const paths = isFile ? [command.policy] : command.policies;
  const compilation = await compile({ paths, workingDirectory: terminal.workingDirectory, kube: command.kube });
  if (compilation.diagnostics.length > 0) return reportDiagnostics(compilation, terminal, "; nothing to explain");
  const explained = isFile ? compilation.ir : [requirePolicy(compilation, command)];
  const explanations = explained.map((ir) => {
    const request = description === undefined ? undefined : askPolicy(ir, description, { compilation, command });
    return explain(compilation, ir, request);
  });
  const write = (format: ExplainFormat): string => explanations.map((one) => formOf(one, format)).join(between[format]);
  await writeOutputs(command, { isFine: false, write }, terminal);
  return exitCodes.fine;
}

/** A file may hold several policies. */
const between: Readonly<Record<ExplainFormat, string>> = { text: "\n", json: "\n", yaml: "\n---\n", markdown: "\n\n" };

function formOf(one: ReturnType<typeof explain>, format: ExplainFormat): string {
  if (format === "json") return jsonText(explanationData(one));
  if (format === "yaml") return yamlText(explanationData(one));
  return format === "markdown" ? fenced(textExplanation(one)) : textExplanation(one);
}

function requirePolicy({ ir }: Compilation, { policy, policies }: ExplainCommand): PolicyIr {
  const found = ir.find(({ name }) => name === policy);
  if (found !== undefined) return found;
  const names = ir.map(({ name }) => name);
  const near = closest(policy, names);
  const help = near === undefined ? `there are ${names.join(", ")}` : `did you mean ${near}?`;
  throw new HelpfulError(`there is no policy \`${policy}\` in ${policies.join(", ")}`, help);
}

async function describe(request: ExplainedRequest, given: Terminal): Promise<RequestDescription> {
  const { input = "" } = await readPlace([request.object, request.oldObject, request.namespaceObject], given);
  const terminal = { ...given, readInput: async () => input };
  const { operation, object, oldObject, namespaceObject, as, groups, dryRun, resource, subresource, through, permissions } =
    request;
  return {
    operation,
    object: await readObjectFile(object, terminal),
    ...(oldObject !== undefined && { oldObject: await readObjectFile(oldObject, terminal) }),
    ...(namespaceObject !== undefined && { namespace: await readNamespace(namespaceObject, terminal) }),
    ...(as !== undefined && { as }),
    ...(groups.length > 0 && { groups }),
    ...(dryRun && { dryRun }),
    ...(resource !== undefined && { resource }),
    ...(subresource !== undefined && { subresource }),
    ...(through !== undefined && { through }),
    ...(permissions.length > 0 && { permissions }),
  };
}

async function readNamespace(name: string, terminal: Terminal): Promise<NonNullable<RequestDescription["namespace"]>> {
  const { apiVersion, kind, ...namespace } = await readObjectFile(name, terminal);
  if (apiVersion === "v1" && kind === "Namespace") return namespace;
  throw new HelpfulError(`${name} holds a ${kind}`, "give a file with a Namespace of v1");
}

interface Asking {
  readonly compilation: Compilation;
  readonly command: ExplainCommand;
}

function askPolicy(ir: PolicyIr, description: RequestDescription, { compilation, command }: Asking): AskedRequest | undefined {
  const compiled = compiledForTests(compilation, command.kube).find(({ name }) => name === ir.name);
  if (compiled === undefined) return undefined;
  try {
    return askAndTrace(new TestedPolicy(compiled), description);
  } catch (error) {
    if (error instanceof RequestProblem) throw new HelpfulError(error.problem, adapted(error.help));
    if (error instanceof NotEvaluatedHere) throw new HelpfulError(error.message, "ask a real API server");
    throw error;
  }
}

/** An override of a test is not one of this command. */
function adapted(help: string): string {
  return help.startsWith("give the resource") ? "give the resource: --resource buckets" : help;
}

/** The one object of a file of YAML or JSON; a `HelpfulError` where there is none or more than one. */
async function readObjectFile(name: string, terminal: Terminal): Promise<TestedObject> {
  const shown = name === "-" ? standardInput : name;
  const documents = readDocuments(await readText(name, terminal), shown);
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0)
    throw new HelpfulError(`${shown} holds ${documents.length} objects`, "give a file with one object");
  const { value } = document;
  if (isTestedObject(value)) return value;
  const { problem, help, path } = objectProblem(value) ?? { problem: "this is no object", help: "", path: [] };
  const { line, column } = document.positionOf(path);
  throw new HelpfulError(`${shown}:${line}:${column}: ${problem}`, help);
}

function readDocuments(text: string, shown: string) {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    throw new HelpfulError(`${shown}:${line}:${column} cannot be read: ${error.message}`, "give a file with one object");
  }
}

/** A pipe or a device would be waited for, perhaps forever; standard input is asked for by name. */
async function readText(name: string, { workingDirectory, readInput }: Terminal): Promise<string> {
  if (name === "-") return readInput();
  try {
    const path = resolve(workingDirectory, name);
    if (statSync(path).isFile()) return textOf(readFileSync(path), name);
  } catch (error) {
    if (error instanceof HelpfulError) throw error;
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : errorMessage(error);
    throw new HelpfulError(`${name} cannot be read: ${reason}`, "give a file with one object, or - for standard input");
  }
  throw new HelpfulError(`${name} cannot be read: it is no regular file`, "give a file with one object, or - for standard input");
}

function textOf(bytes: Buffer, name: string): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new HelpfulError(`${name} is not UTF-8 text`, "save it as UTF-8");
}
