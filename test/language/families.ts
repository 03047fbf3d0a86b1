import { absence } from "./cases/absence.ts";
import { readsOfAny } from "./cases/any.ts";
import { assignments } from "./cases/assignments.ts";
import { arithmetic } from "./cases/arithmetic.ts";
import { absentElements } from "./cases/absent-elements.ts";
import { addresses } from "./cases/addresses.ts";
import { asciiText, trimmedText } from "./cases/ascii-text.ts";
import { booleansAndStatements } from "./cases/booleans-and-statements.ts";
import { destructuring } from "./cases/destructuring.ts";
import { durations } from "./cases/durations.ts";
import { enums } from "./cases/enums.ts";
import { equality } from "./cases/equality.ts";
import { flattenedLists } from "./cases/flattened-lists.ts";
import { foundElements, listsOfEach, placesOfElements } from "./cases/found-elements.ts";
import { iteration } from "./cases/iteration.ts";
import { knownValues } from "./cases/known-values.ts";
import { newerSets, sets } from "./cases/sets.ts";
import { lists } from "./cases/lists.ts";
import { labelSelectors } from "./cases/label-selectors.ts";
import { costly, limits } from "./cases/limits.ts";
import { letterCase } from "./cases/letter-case.ts";
import { loops } from "./cases/loops.ts";
import { loopsByPosition, partsByPosition } from "./cases/loops-by-position.ts";
import { messages } from "./cases/messages.ts";
import { namedInIterations } from "./cases/named-in-iterations.ts";
import { nested } from "./cases/nested.ts";
import { madeObjects } from "./cases/made-objects.ts";
import { nestedShapes } from "./cases/nested-shapes.ts";
import { nulls } from "./cases/nulls.ts";
import { numberFormats, numbers } from "./cases/numbers.ts";
import { creations, creationsAndUpdates, deletions, updates } from "./cases/operations.ts";
import { optionalAccess } from "./cases/optional-access.ts";
import { numberText } from "./cases/number-text.ts";
import { allMatches, matchedGroups, optionalGroups } from "./cases/matched-groups.ts";
import { paddedText } from "./cases/padded-text.ts";
import { rounding } from "./cases/rounding.ts";
import { cutParts } from "./cases/cut-parts.ts";
import { emptyText } from "./cases/empty-text.ts";
import { evaluatedBefore, placesBefore, receiversBefore } from "./cases/evaluated-before.ts";
import { dates } from "./cases/dates.ts";
import { numbersInText } from "./cases/numbers-in-text.ts";
import { plainObjects } from "./cases/plain-objects.ts";
import { partsInIterations } from "./cases/parts-in-iterations.ts";
import { preservedFields } from "./cases/preserved-fields.ts";
import { checks } from "./cases/authorizer-checks.ts";
import { quantities } from "./cases/quantities.ts";
import { regularExpressions } from "./cases/regular-expressions.ts";
import { requestFields } from "./cases/request-fields.ts";
import { dividedText, replacedText } from "./cases/replaced-text.ts";
import { shortTexts } from "./cases/short-texts.ts";
import { tables } from "./cases/tables.ts";
import { text } from "./cases/text.ts";
import { textParts } from "./cases/text-parts.ts";
import { textPlaces } from "./cases/text-places.ts";
import { truthiness } from "./cases/truthiness.ts";
import { times } from "./cases/times.ts";
import { types } from "./cases/several-types.ts";
import { warnings } from "./cases/warnings.ts";
import type { Family } from "./language-case.ts";

/** By the prefix of their policies' names. */
export const families: Readonly<Record<string, Family>> = {
  "optional-access": optionalAccess,
  absence,
  "absent-elements": absentElements,
  any: readsOfAny,
  equality,
  truthiness,
  booleans: booleansAndStatements,
  text,
  "plain-objects": plainObjects,
  parts: textParts,
  "inner-parts": partsInIterations,
  "cut-parts": cutParts,
  "empty-text": emptyText,
  "evaluated-before": evaluatedBefore,
  "places-before": placesBefore,
  "receivers-before": receiversBefore,
  places: textPlaces,
  patterns: regularExpressions,
  ascii: asciiText,
  trimmed: trimmedText,
  letters: letterCase,
  replaced: replacedText,
  divided: dividedText,
  messages,
  "number-text": numberText,
  "in-text": numbersInText,
  rounding,
  padded: paddedText,
  groups: matchedGroups,
  "optional-groups": optionalGroups,
  matches: allMatches,
  known: knownValues,
  enums,
  tables,
  assignments,
  nulls,
  iteration,
  limits,
  costly,
  lists,
  destructuring,
  nested,
  sets,
  loops,
  "loops-by-position": loopsByPosition,
  "parts-by-position": partsByPosition,
  named: namedInIterations,
  shorttexts: shortTexts,
  found: foundElements,
  byplace: placesOfElements,
  each: listsOfEach,
  flattened: flattenedLists,
  counted: newerSets,
  "made-objects": madeObjects,
  shapes: nestedShapes,
  warnings,
  numbers,
  arithmetic,
  formats: numberFormats,
  preserved: preservedFields,
  quantities,
  durations,
  dates,
  times,
  types,
  addresses,
  selectors: labelSelectors,
  checks,
  requests: requestFields,
  deletions,
  updates,
  creations,
  writes: creationsAndUpdates,
};
