import { decimal } from '../../expression/decimal.ts';
import { limitWords, type Measure } from '../limit-words.ts';
import type { ApiClass } from './classes.ts';
import type { WireProperty, WireSchema } from './description.ts';

/** Reports one difference. The clauses are those of the operation if they are left out. */
export type Report = (apiClass: ApiClass, text: string, clause?: string | null, former?: string | null) => void;
type Clauses = { readonly clause: string };

/** Reports what differs in a body that programs send. `path`: the place in the body, '' for the body itself. */
export function compareRequests(
  path: string,
  former: WireSchema,
  now: WireSchema,
  here: Clauses,
  before: Clauses,
  report: Report,
): void {
  const at = path === '' ? 'the body' : `\`${path}\` in the request`;
  const describe = (apiClass: ApiClass, text: string): void =>
    report(apiClass, `${at} ${text}`, here.clause, before.clause);
  if (former.type !== now.type) {
    describe('request-property-type-changed', `is ${now.type}, formerly ${former.type}`);
    return;
  }
  if (former.nullable && !now.nullable) describe('request-property-became-not-nullable', "can't be null any more");
  if (!former.nullable && now.nullable) describe('request-property-became-nullable', 'can be null');
  values(former, now, (fewer, more) => {
    if (fewer.length > 0) describe('request-property-enum-value-removed', `can't be ${choices(fewer)} any more`);
    if (more.length > 0) describe('request-property-enum-value-added', `can be ${choices(more)}`);
  });
  bounds(former, now, (side, direction, words) => {
    const isTighter = (side === 'max') === (direction === 'decreased');
    describe(classOf('request', side, now, direction), `${words}${isTighter ? '' : ', which allows more'}`);
  });
  pattern(former, now, 'request', describe);
  if (former.items !== undefined && now.items !== undefined)
    compareRequests(`${path}[]`, former.items, now.items, here, before, report);
  const [olds, news] = [former.properties ?? {}, now.properties ?? {}];
  for (const [name, old] of Object.entries(olds)) {
    const inner = join(path, name);
    const own = news[name];
    if (own === undefined)
      report('request-property-removed', `\`${inner}\` in the request is refused`, null, old.clause);
    else {
      if (!old.required && own.required)
        report('request-property-became-required', `\`${inner}\` in the request is required`, own.clause, old.clause);
      if (old.required && !own.required)
        report(
          'request-property-became-optional',
          `\`${inner}\` in the request may be left out`,
          own.clause,
          old.clause,
        );
      compareRequests(inner, old.schema, own.schema, own, old, report);
    }
  }
  for (const [name, own] of Object.entries(news))
    if (!(name in olds))
      report(
        own.required ? 'new-required-request-property' : 'new-optional-request-property',
        `\`${join(path, name)}\` in the request is new${own.required ? ', and required' : ''}`,
        own.clause,
        null,
      );
}

/** Reports what differs in a body that programs receive. `path`: the place in the body, '' for the body itself. */
export function compareResponses(
  path: string,
  former: WireSchema,
  now: WireSchema,
  here: Clauses,
  before: Clauses,
  report: Report,
): void {
  const at = path === '' ? 'the answer' : `\`${path}\` in the answer`;
  const describe = (apiClass: ApiClass, text: string): void =>
    report(apiClass, `${at} ${text}`, here.clause, before.clause);
  if (former.type !== now.type) {
    describe('response-property-type-changed', `is ${now.type}, formerly ${former.type}`);
    return;
  }
  if (!former.nullable && now.nullable) describe('response-property-became-nullable', 'can be null');
  if (former.nullable && !now.nullable) describe('response-property-became-not-nullable', "can't be null any more");
  values(former, now, (fewer, more) => {
    if (more.length > 0) describe('response-property-enum-value-added', `can be ${choices(more)}`);
    if (fewer.length > 0) describe('response-property-enum-value-removed', `can't be ${choices(fewer)} any more`);
  });
  bounds(former, now, (side, direction, words) => describe(classOf('response', side, now, direction), words));
  pattern(former, now, 'response', describe);
  if (former.items !== undefined && now.items !== undefined)
    compareResponses(`${path}[]`, former.items, now.items, here, before, report);
  const [olds, news] = [former.properties ?? {}, now.properties ?? {}];
  for (const [name, old] of Object.entries(olds)) {
    const inner = join(path, name);
    const own = news[name];
    if (own === undefined) removed(inner, old, report);
    else {
      if (old.required && !own.required)
        report(
          'response-property-became-optional',
          `\`${inner}\` may be left out of the answer`,
          own.clause,
          old.clause,
        );
      if (!old.required && own.required)
        report('response-property-became-required', `\`${inner}\` is always in the answer`, own.clause, old.clause);
      compareResponses(inner, old.schema, own.schema, own, old, report);
    }
  }
  for (const [name, own] of Object.entries(news))
    if (!(name in olds))
      report('response-property-added', `\`${join(path, name)}\` in the answer is new`, own.clause, null);
}

function removed(path: string, { required, clause }: WireProperty, report: Report): void {
  report(
    required ? 'response-required-property-removed' : 'response-optional-property-removed',
    `\`${path}\` is not in the answer any more`,
    null,
    clause,
  );
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function choices(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

function values(
  former: WireSchema,
  now: WireSchema,
  report: (fewer: readonly string[], more: readonly string[]) => void,
): void {
  const [before, after] = [former.values, now.values];
  if (before === undefined && after === undefined) return;
  // A text that was free may be one of some alone, and the other way round.
  if (before === undefined) report(['any text'], []);
  else if (after === undefined) report([], ['any text']);
  else
    report(
      before.filter((value) => !after.includes(value)),
      after.filter((value) => !before.includes(value)),
    );
}

type Side = 'min' | 'max';
type Direction = 'increased' | 'decreased';

function bounds(
  former: WireSchema,
  now: WireSchema,
  report: (side: Side, direction: Direction, words: string) => void,
): void {
  for (const [side, key] of [
    ['min', 'least'],
    ['max', 'most'],
  ] as const) {
    const [was, is] = [former.bounds?.[key] ?? null, now.bounds?.[key] ?? null];
    if (was === is || (was !== null && is !== null && decimal(was).eq(is))) continue;
    const grows = was === null ? side === 'min' : is === null ? side === 'max' : decimal(is).gt(was);
    const measure = MEASURES[now.bounds?.of ?? former.bounds?.of ?? 'value'];
    report(side, grows ? 'increased' : 'decreased', limitWords(measure, key, is, was));
  }
}

const MEASURES: Readonly<Record<'length' | 'value' | 'items', Measure>> = {
  length: { verb: 'is', unit: 'character' },
  value: { verb: 'is', unit: '' },
  items: { verb: 'has', unit: 'item' },
};

function classOf(
  where: 'request' | 'response',
  side: Side,
  { bounds: of }: WireSchema,
  direction: Direction,
): ApiClass {
  const measure = ({ length: '-length', value: '', items: '-items' } as const)[of?.of ?? 'value'];
  return `${where}-property-${side}${measure}-${direction}`;
}

function pattern(
  former: WireSchema,
  now: WireSchema,
  where: 'request' | 'response',
  describe: (apiClass: ApiClass, text: string) => void,
): void {
  const [was, is] = [former.pattern ?? null, now.pattern ?? null];
  if (was === is) return;
  if (was === null) describe(`${where}-property-pattern-added`, `must match \`/${is}/\``);
  else if (is === null) describe(`${where}-property-pattern-removed`, 'needs no certain form any more');
  else describe(`${where}-property-pattern-changed`, `must match \`/${is}/\`, formerly \`/${was}/\``);
}
