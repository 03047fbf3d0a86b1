/**
 * What says the same without looking around, for each form of it. A test replaces `a` and `b` by patterns and compares the two on
 * many texts; where `b` or `a` is a single character the help says so.
 */
export const lookAroundHelp: Readonly<Record<string, string>> = {
  "?=":
    "ask two patterns at the beginning: `/^(?=a)b/u.test(text)` is `/^(?:a)/u.test(text) && /^(?:b)/u.test(text)`; " +
    "at the end `/a(?=b)/u.test(text)` is `/(?:a)(?:b)/u.test(text)`",
  "?!":
    "ask two patterns at the beginning: `/^(?!a)b/u.test(text)` is `!/^(?:a)/u.test(text) && /^(?:b)/u.test(text)`; " +
    "at the end, for one character, `/a(?!b)/u.test(text)` is `/^[^]*(?:a)(?:[^b]|$)/u.test(text)`",
  "?<=":
    "ask two patterns at the end: `/a(?<=b)$/u.test(text)` is `/(?:a)$/u.test(text) && /(?:b)$/u.test(text)`; " +
    "at the beginning `/(?<=a)b/u.test(text)` is `/(?:a)(?:b)/u.test(text)`",
  "?<!":
    "ask two patterns at the end: `/a(?<!b)$/u.test(text)` is `/(?:a)$/u.test(text) && !/(?:b)$/u.test(text)`; " +
    "at the beginning, for one character, `/(?<!a)b/u.test(text)` is `/(?:^|[^a])(?:b)/u.test(text)`",
};
