import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import {
  COMPARISON_HINTS,
  type ExpectedValue,
  type FoundValue,
  OPERATOR_HINTS,
  VALUE_HINTS,
  wordsOfExpected,
  wordsOfFound,
  wordsOfUnordered,
} from '../reasons/expressions.ts';
import { type DescribedType, wordsOfType } from '../reasons/types.ts';
import { behind, guess } from './hints.ts';

/** The place of a guard, if it is not next to the value itself: a cell, or the guards of a call's causes. */
export type GuardPlace =
  | 'default'
  | 'effect'
  | 'from'
  | 'row'
  | 'shows'
  | 'time'
  | 'value'
  | 'words'
  | { readonly causes: readonly string[] };

function placeWords(place: GuardPlace): string {
  switch (place) {
    case 'default':
      return '(or make the field `optional`: the default is then empty)';
    case 'effect':
      return 'behind this effect';
    case 'from':
      return '(or leave records that lack it without a value: `… else open`)';
    case 'row':
      return 'in the `when` of this row';
    case 'shows':
      return 'in `shows`';
    case 'time':
      return 'in `when`';
    case 'value':
      return '(`else null` in an `optional` field)';
    case 'words':
      return '… `{end}` around the words that need it';
    default:
      return place.causes.length === 0
        ? 'behind its cause in `when` (`where …` at a time)'
        : `behind ${place.causes.map((cause) => `\`${cause}\``).join(' and ')} in \`when\``;
  }
}

/** Types in an expression, and values that may be missing. */
export const TYPE_CODES = {
  N060: code<{ expected: ExpectedValue; found: FoundValue; hint?: Because<typeof VALUE_HINTS> }>({
    severity: 'error',
    title: 'Another type is expected',
    traits: ['of what is stated elsewhere'],
    message: ({ expected, found, hint }) =>
      `This is ${wordsOfFound(found)}, where ${wordsOfExpected(expected)} is expected.${hint === undefined ? '' : behind(wordsOf(VALUE_HINTS, hint))}`,
    page: 'Each place takes values of its type: a rule or a guard is true or false, a condition too, and a field takes values of its own type.\n\n❌ `purpose and total > 3`\n\n✅ `purpose != "none" and total > 3`',
  }),
  N061: code<{
    operator: string;
    left: DescribedType;
    right: DescribedType;
    hint: Because<typeof OPERATOR_HINTS> | null;
  }>({
    severity: 'error',
    title: 'An operator can not take these',
    message: ({ operator, left, right, hint }) =>
      `“${operator}” can't take ${wordsOfType(left)} and ${wordsOfType(right)}.${hint === null ? '' : behind(wordsOf(OPERATOR_HINTS, hint))}`,
    page: 'Numbers are computed with numbers, money with money of one currency or with a number, dates with durations.\n\n❌ `from + 3 > to`\n\n✅ `from + 3 days > to`',
  }),
  N062: code<{ left: DescribedType; right: DescribedType; hint: Because<typeof COMPARISON_HINTS> | null }>({
    severity: 'error',
    title: 'Unlike types compared',
    message: ({ left, right, hint }) => {
      const first = wordsOfType(left);
      const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)} can't be compared with ${wordsOfType(right)}.`;
      return `${sentence}${hint === null ? '' : behind(wordsOf(COMPARISON_HINTS, hint))}`;
    },
    page: 'Only values of like types are compared.\n\n❌ `purpose == 3`\n\n✅ `purpose == "Trip"`',
  }),
  N063: code<{ value: string; values: readonly string[]; nearest: string | null }>({
    severity: 'error',
    title: 'Not one of the choices',
    traits: ['unknown step'],
    unknownName: { points: '346' },
    names: ({ value, values }) => [value, ...values],
    message: ({ value, values, nearest }) =>
      `“${value}” is none of the choices ${values.map((choice) => `“${choice}”`).join(', ')}.${guess(nearest)}`,
    page: 'A choice or state is compared with one of its own values.\n\n❌ `status == "drat"`\n\n✅ `status == "draft"`',
  }),
  N064: code<{ what: readonly string[]; guard: string; place?: GuardPlace; isEmptyText?: true }>({
    severity: 'error',
    title: 'A value may be missing',
    traits: ['of a field'],
    names: ({ what, guard }) => [...what, guard],
    message: ({ what, guard, place, isEmptyText }) =>
      isEmptyText
        ? `${what.map((one) => `“${one}”`).join(' and ')} may be empty, for a text \`""\` is null, and a value is needed here. Where nothing is added, the other text stands alone: \`if … then a + b else a\`.`
        : `${what.map((one) => `“${one}”`).join(' and ')} may be empty (null), and a value is needed here. Say what holds then: \`${guard}\`${place === undefined ? '' : ` ${placeWords(place)}`}.`,
    page: 'An optional field may be null. Where a value is needed, a guard says what holds without one, so that nothing is decided by accident.\n\n❌ `project.open`\n\n✅ `project == null or project.open`',
  }),
  N065: code<{ left: string; right: string; guard: string }>({
    severity: 'error',
    title: 'Both sides may be missing',
    traits: ['of a field'],
    names: ({ left, right, guard }) => [left, right, guard],
    message: ({ left, right, guard }) =>
      `“${left}” and “${right}” may both be empty (null), and it is not said whether they are the same then. Guard one of them: \`${guard}\`.`,
    page: 'Comparing a value that may be null with one that is never null is well defined. Where both may be null, a guard says what holds then.\n\n❌ `approver == owner.supervisor`\n\n✅ `approver != null and approver == owner.supervisor`',
  }),
  N066: code<{ divisor: string; guard: string | null }>({
    severity: 'error',
    title: 'The divisor may be zero',
    message: ({ divisor, guard }) =>
      `“${divisor}” may be zero.${guard === null ? '' : ` Say what holds then: \`${guard}\`.`}`,
    page: 'A division says what holds where its divisor is zero. A guard `x != 0` or `x > 0` before it is enough, and so is a number that is not zero.\n\n❌ `total / count(lines where amount > 5 EUR) < 3 EUR`\n\n✅ `not exists(lines where amount > 5 EUR) or total / count(lines where amount > 5 EUR) < 3 EUR`\n\n✅ `total / greatest(1, count(lines where amount > 5 EUR)) < 3 EUR`',
  }),
  N067: code<{ left: string; right: string }>({
    severity: 'error',
    title: 'Two currencies',
    message: ({ left, right }) => `Money in ${left} and in ${right} can't be mixed.`,
    page: 'There are no exchange rates in the language: money is computed and compared in one currency.\n\n❌ `total > 10 USD`\n\n✅ `total > 10 EUR`',
  }),
  N076: code<{
    what: string;
    always: boolean;
    itself?: { readonly other: string; readonly queried: string | null };
  }>({
    severity: 'warning',
    title: 'Comparison with one outcome',
    names: ({ what }) => [what],
    message: ({ what, always, itself }) =>
      itself === undefined
        ? `“${what}” is never empty (null), so this is always ${always}.`
        : `${what === itself.other ? `“${what}” is compared with itself` : `“${what}” and “${itself.other}” mean the same here`}, so this is always ${always}.${itself.queried === null ? '' : ` Bare names are those of ${itself.queried}, which this query reads; the clause's own record is \`this\`.`}`,
    page: "A field that is not `optional` always has a value, and what is compared with itself is always equal: in a query, bare names are the queried record's, and the clause's own record is `this`.\n\n❌ `purpose != null`\n\n✅ `project != null`\n\n✅ `exists(Claim where purpose == this.purpose)`",
  }),
  N079: code<{ duration: string }>({
    severity: 'error',
    title: 'A date has no hours',
    message: ({ duration }) =>
      `A date has no time of day, so ${duration} can't be added to it. Use days, or a datetime.`,
    page: 'Days, weeks, months and years are added to dates; hours, minutes and seconds to datetimes.\n\n❌ `from + 12 hours > to`\n\n✅ `from + 1 day > to`',
  }),
  N087: code<{ of: DescribedType; isSorted?: true }>({
    severity: 'error',
    title: 'Order is not known',
    message: ({ of, isSorted }) =>
      `${isSorted ? `Values like this (${wordsOfType(of)})` : wordsOfUnordered(of)} have no order, so they can't be compared by “<” and “>”, nor sorted by.`,
    page: 'Numbers, money, dates, times, durations and text have an order; choices, records and truth values have none.\n\n❌ `status > "draft"`\n\n✅ `status != "draft"`',
  }),
};
