const formatNames = [
  ["dns1123Label", "dns1123Subdomain", "dns1035Label", "dns1123LabelPrefix", "dns1123SubdomainPrefix", "dns1035LabelPrefix"],
  ["qualifiedName", "labelValue", "uri", "uuid", "byte", "date", "datetime"],
].flat();

/**
 * Calls of functions that no policy of Holdfast is compiled to, and that cel-spec has no test of: those of Kubernetes'
 * libraries, and of cel-go's extensions. What each gives, or that it fails, and what it costs, the API server's
 * evaluator says (functions-oracle.test.ts).
 */
export const functionRows: Readonly<Record<string, readonly string[]>> = {
  "numbers of several kinds": ["<", "<=", ">", ">="].flatMap((operator) =>
    ["1 %s 1.5", "1 %s 1u", "2u %s 1.5", "2u %s 2", "1.5 %s 1u", "1.5 %s 2", "-1 %s 1u", "18446744073709551615u %s 1"].map(
      (text) => text.replace("%s", operator),
    ),
  ),
  maps: ["{'a': 1, 'b': 2}.transformMapEntry(k, v, {v: k})", "{'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k})"],
  durations: [
    "int(duration('90m'))",
    "timestamp('2020-02-29T12:30:00.125Z').getMilliseconds('UTC')",
    "duration('1.250s').getMilliseconds()",
  ],
  sizes: ["b'\\x00a'.size()", "[1, 2].size()", "{'a': 1}.size()", "matches('abc', '^a.c$')"],
  urls: [
    "url('https://example.com:8080/a%20b/c?x=1&x=2&y=#top').getScheme()",
    "url('https://example.com:8080/a').getHost()",
    "url('https://[::1]:8080/a').getHostname()",
    "url('https://[::1]:8080/a').getPort() + url('https://example.com').getPort()",
    "url('https://example.com/a b/ü').getEscapedPath()",
    "url('https://example.com/a') == url('https://example.com/a')",
    "url('https://example.com/a?x=1&x=2&y=%41+b&z').getQuery()",
    "url('/only/a/path').getEscapedPath()",
    "url('no url')",
    "isURL('https://example.com') && !isURL('x') && isURL('/a')",
  ],
  "lists of Kubernetes": [
    ...["[1, 3, 2]", "[1u, 2u]", "[1.5, 0.5]", "[true, false]", "['a', 'b']", "[b'a', b'b']"].flatMap(ofOrdered),
    ...ofOrdered("[duration('1s'), duration('1m')]").map(asText),
    ...ofOrdered("[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')]").map(asText),
    ...["[1, 2]", "[1u, 2u]", "[1.5, 0.25]"].map((list) => `${list}.sum()`),
    asText("[duration('1s'), duration('1m')].sum()"),
    "[9223372036854775807, 1].sum()",
    "[1].filter(x, x > 1).min()",
    "[1, 2, 1].lastIndexOf(1) + [1].lastIndexOf(2)",
    "'a1b22c'.findAll('[0-9]+', 1)",
    "'a1b22c'.findAll('[0-9]+', -1)",
  ],
  "lists of cel-go": [
    ...["[1, 3, 2]", "[2u, 1u]", "[1.5, 0.5]", "[true, false]", "['b', 'a']", "[b'b', b'a']"].flatMap(sorted),
    ...sorted("[duration('1m'), duration('1s')]").map(asTexts),
    ...sorted("[timestamp('2020-01-01T00:00:00Z'), timestamp('2019-01-01T00:00:00Z')]").map(asTexts),
    "[[1], [2, 3]].flatten()",
    "[[[1]], [[2], [3, 4]]].flatten(2)",
    "[[1]].flatten(-1)",
    "lists.range(3)",
    "lists.range(-1)",
    "[1, 2, 3].reverse()",
    "[1, 2, 1, 3, 2].distinct()",
    "[1, 2, 3].slice(1, 2)",
    "[1, 2, 3].slice(2, 1)",
    "[1, 2].first().value() + [1, 2].last().value()",
    "[1].filter(x, x > 1).first().hasValue()",
  ],
  optionals: [
    "optional.unwrap([optional.of(1), optional.none(), optional.of(2)])",
    "[optional.of(1), optional.none()].unwrapOpt()",
    "optional.ofNonZeroValue(0).hasValue() || optional.ofNonZeroValue(1).value() == 1",
    "optional.none().value()",
  ],
  quantities: [
    "isQuantity('1Gi') && !isQuantity('1 Gi')",
    "quantity('1500m').asApproximateFloat()",
    "quantity('1Ki').asInteger()",
    "quantity('1500m').asInteger()",
    "quantity('1500m').isInteger() || quantity('2').isInteger()",
    "quantity('1').add(2).isGreaterThan(quantity('2'))",
    "sign(quantity('1').sub(2))",
  ],
  sets: [
    "sets.contains([1, 2], [2]) && !sets.contains([1], [2])",
    "sets.equivalent([1, 1, 2], [2, 1])",
    "sets.intersects([1], [1, 2]) || sets.intersects([1], [2])",
  ],
  addresses: [
    "ip.isCanonical('127.0.0.1') && !ip.isCanonical('2001:DB8::1')",
    "string(ip('2001:DB8::1'))",
    "string(cidr('10.1.0.0/8').masked())",
    "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
    "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
  ],
  formats: formatNames.flatMap((name) =>
    ["web", "1-web", "-a b-", "2020-02-29", "https://example.com/a"].map((text) => validated(name, text)),
  ),
  "formats by name": ["format.named('dns1123Label').hasValue()", "format.named('none').hasValue()"],
  "semantic versions": [
    "semver('1.2.3').major() + semver('1.2.3').minor() + semver('1.2.3').patch()",
    "semver('1.2.3-alpha.1').isLessThan(semver('1.2.3')) && semver('1.10.0').isGreaterThan(semver('1.9.0'))",
    "semver('1.2.3-alpha.beta').compareTo(semver('1.2.3-alpha.1'))",
    "semver('v1.02', true).compareTo(semver('1.2.0'))",
    "isSemver('1.2.3+build') && !isSemver('v1.2') && isSemver('v1.2', true)",
    "semver('1.2')",
  ],
};

function ofOrdered(list: string): readonly string[] {
  return [`${list}.isSorted()`, `${list}.min()`, `${list}.max()`];
}

function sorted(list: string): readonly string[] {
  return [`${list}.sort()`, `['x', 'y', 'z'].slice(0, ${list}.size()).sortBy(x, ${list}[x == 'x' ? 0 : 1])`];
}

function validated(name: string, text: string): string {
  return `format.${name}().validate('${text}').orValue([])`;
}

function asText(expression: string): string {
  return `string(${expression})`;
}

function asTexts(list: string): string {
  return `${list}.map(x, string(x))`;
}
