import { describe, expect, test } from "vitest";
import { Slots, literal } from "../../../compiler/install/chart/template-text.ts";

describe("text of others in a template of Helm", () => {
  test.each([
    ["plain", "plain"],
    ["{{ .Values.x }}", '{{ "{{" }} .Values.x }}'],
    ["{{{", '{{ "{{" }}{'],
    ["{{{{-", '{{ "{{" }}{{ "{{" }}-'],
    ["{ { `}}`", "{ { `}}`"],
  ])("%s is %s", (text, template) => expect(literal(text)).toBe(template));
});

describe("slots", () => {
  test("are taken by no text of others, however it reads", () => {
    const others = "slotx0z slotxx1z";
    const slots = new Slots(others);
    const slot = slots.value(".Values.a");
    expect(others).not.toContain(slot);
    expect(slots.template(`a: ${slot}\nb: ${others}\n`)).toBe(`a: {{ .Values.a }}\nb: ${others}\n`);
  });

  test("of whole lines keep their indentation, in maps and in lists", () => {
    const slots = new Slots("");
    const level = slots.lineIf("with .Values.level", () => '- "--level={{ . }}"');
    expect(slots.template(`  a: ${slots.block("a")}\n  ${slots.entries("b")}: ""\n  - ${level}\n`)).toBe(
      [
        "  {{- with .Values.a }}",
        "  a:",
        "    {{- toYaml . | nindent 4 }}",
        "  {{- end }}",
        "  {{- with .Values.b }}",
        "  {{- toYaml . | nindent 2 }}",
        "  {{- end }}",
        "  {{- with .Values.level }}",
        '  - "--level={{ . }}"',
        "  {{- end }}",
        "",
      ].join("\n"),
    );
  });

  test("of whole lines that stand within a line are our bug", () => {
    const slots = new Slots("");
    expect(() => slots.template(`a: [${slots.block("a")}]`)).toThrow("a slot of the chart stands where nothing fills it in");
  });

  test("the same place twice is one slot", () => {
    const slots = new Slots("");
    expect(slots.block("a")).toBe(slots.block("a"));
    expect(slots.block("a")).not.toBe(slots.entries("a"));
  });
});
