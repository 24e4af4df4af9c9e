import { itemAt } from '../../collections.ts';
import { decimal } from '../../expression/decimal.ts';
import type { Found } from '../difference.ts';
import { limitWords, type Measure } from '../limit-words.ts';
import { API_CLASSES, type ApiClass } from './classes.ts';
import type { ApiDescription, Operation, WireProperty, WireSchema } from './description.ts';

/** One finding, and the operation that it was found at. */
interface Change {
  readonly apiClass: ApiClass;
  readonly operation: string;
  /** The text after the operations: what differs there. */
  readonly text: string;
  readonly clause: string | null;
  readonly former: string | null;
}

/**
 * The consequences for programs that call the former API and find the new one; each finding once, with all operations
 * that it concerns.
 * @param newClause The new address of a former clause.
 */
export function compareApis(
  former: ApiDescription,
  now: ApiDescription,
  newClause: (former: string) => string = (clause) => clause,
): Found[] {
  const changes: Change[] = [];
  for (const [name, operation] of former) {
    const own = now.get(name);
    if (own === undefined)
      changes.push({
        apiClass: 'api-removed-without-deprecation',
        operation: operation.name,
        text: 'is gone',
        clause: null,
        former: operation.clause,
      });
    else changes.push(...compareOperation(operation, own));
  }
  for (const [name, operation] of now)
    if (!former.has(name))
      changes.push({
        apiClass: 'endpoint-added',
        operation: operation.name,
        text: 'is new',
        clause: operation.clause,
        former: null,
      });
  return grouped(withRenamed(changes, newClause));
}

/** The classes of new things that can replace a removed one, by the class of the removal. */
const NEW: Readonly<Partial<Record<ApiClass, readonly ApiClass[]>>> = {
  'request-parameter-removed': ['new-optional-request-parameter'],
  'request-property-removed': ['new-required-request-property', 'new-optional-request-property'],
  'response-required-property-removed': ['response-property-added'],
  'response-optional-property-removed': ['response-property-added'],
};

/** A renamed thing is one difference: the former name is removed, and the new one is not listed as added. */
function withRenamed(changes: readonly Change[], newClause: (former: string) => string): Change[] {
  const paired = new Set<Change>();
  const all = changes.map((change) => {
    const news = NEW[change.apiClass];
    if (news === undefined || change.former === null) return change;
    const clause = newClause(change.former);
    const own = changes.filter(
      (other) => other.operation === change.operation && other.clause === clause && news.includes(other.apiClass),
    );
    if (clause === change.former || own.length === 0) return change;
    for (const each of own) paired.add(each);
    return { ...change, clause, text: `${change.text}: it is called \`${clause.split('.').at(-1) ?? clause}\` now` };
  });
  return all.filter((change) => !paired.has(change));
}

function grouped(changes: readonly Change[]): Found[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = [change.apiClass, change.text, change.clause, change.former].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map((group): Found => {
    const first = itemAt(group, 0);
    const names = [...new Set(group.map(({ operation }) => operation))];
    const shown = names
      .slice(0, 3)
      .map((name) => `\`${name}\``)
      .join(', ');
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return {
      effect: API_CLASSES[first.apiClass],
      clause: first.clause,
      former: first.former,
      text: `${shown}${more}: ${first.text}`,
      apiClass: first.apiClass,
    };
  });
}

function compareOperation(former: Operation, now: Operation): Change[] {
  const changes: Change[] = [];
  const report = (
    apiClass: ApiClass,
    text: string,
    clause: string | null = now.clause,
    before: string | null = former.clause,
  ): void => {
    changes.push({ apiClass, operation: now.name, text, clause, former: before });
  };
  parameters(former, now, report);
  if (former.request !== null && now.request === null) report('request-body-removed', 'takes no body any more');
  if (former.request === null && now.request !== null)
    report(hasRequired(now.request) ? 'request-body-added-required' : 'request-body-added-optional', 'takes a body');
  if (former.request !== null && now.request !== null)
    requestSchema('', former.request, now.request, now, former, report);
  for (const [status, before] of Object.entries(former.responses)) {
    const after = now.responses[status];
    if (after === undefined) report('response-success-status-removed', `is not answered with ${status} any more`);
    else if (before !== null && after !== null) responseSchema('', before, after, now, former, report);
    else if (before !== null) report('response-body-removed', `is answered with ${status} without a body`);
  }
  for (const status of Object.keys(now.responses))
    if (!(status in former.responses)) report('response-success-status-added', `is answered with ${status}`);
  return changes;
}

function hasRequired({ properties = {} }: WireSchema): boolean {
  return Object.values(properties).some(({ required }) => required);
}

type Report = (apiClass: ApiClass, text: string, clause?: string | null, former?: string | null) => void;
type Clauses = { readonly clause: string };

function parameters(former: Operation, now: Operation, report: Report): void {
  for (const [name, before] of Object.entries(former.parameters)) {
    const after = now.parameters[name];
    if (after === undefined)
      report('request-parameter-removed', `the parameter \`${name}\` is gone`, null, before.clause);
    else if (before.schema.type !== after.schema.type)
      report(
        'request-parameter-type-changed',
        `the parameter \`${name}\` is ${after.schema.type}, formerly ${before.schema.type}`,
        after.clause,
        before.clause,
      );
  }
  for (const [name, after] of Object.entries(now.parameters))
    if (!(name in former.parameters))
      report('new-optional-request-parameter', `the parameter \`${name}\` is new`, after.clause, null);
}

function requestSchema(
  path: string,
  former: WireSchema,
  now: WireSchema,
  here: Clauses,
  before: Clauses,
  report: Report,
): void {
  const at = path === '' ? 'the body' : `\`${path}\` in the request`;
  const tell = (apiClass: ApiClass, text: string): void =>
    report(apiClass, `${at} ${text}`, here.clause, before.clause);
  if (former.type !== now.type) {
    tell('request-property-type-changed', `is ${now.type}, formerly ${former.type}`);
    return;
  }
  if (former.nullable && !now.nullable) tell('request-property-became-not-nullable', "can't be null any more");
  if (!former.nullable && now.nullable) tell('request-property-became-nullable', 'can be null');
  values(former, now, (fewer, more) => {
    if (fewer.length > 0) tell('request-property-enum-value-removed', `can't be ${choices(fewer)} any more`);
    if (more.length > 0) tell('request-property-enum-value-added', `can be ${choices(more)}`);
  });
  bounds(former, now, (side, direction, words) => {
    const isTighter = (side === 'max') === (direction === 'decreased');
    tell(classOf('request', side, now, direction), `${words}${isTighter ? '' : ', which allows more'}`);
  });
  pattern(former, now, 'request', tell);
  if (former.items !== undefined && now.items !== undefined)
    requestSchema(`${path}[]`, former.items, now.items, here, before, report);
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
      requestSchema(inner, old.schema, own.schema, own, old, report);
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

function responseSchema(
  path: string,
  former: WireSchema,
  now: WireSchema,
  here: Clauses,
  before: Clauses,
  report: Report,
): void {
  const at = path === '' ? 'the answer' : `\`${path}\` in the answer`;
  const tell = (apiClass: ApiClass, text: string): void =>
    report(apiClass, `${at} ${text}`, here.clause, before.clause);
  if (former.type !== now.type) {
    tell('response-property-type-changed', `is ${now.type}, formerly ${former.type}`);
    return;
  }
  if (!former.nullable && now.nullable) tell('response-property-became-nullable', 'can be null');
  if (former.nullable && !now.nullable) tell('response-property-became-not-nullable', "can't be null any more");
  values(former, now, (fewer, more) => {
    if (more.length > 0) tell('response-property-enum-value-added', `can be ${choices(more)}`);
    if (fewer.length > 0) tell('response-property-enum-value-removed', `can't be ${choices(fewer)} any more`);
  });
  bounds(former, now, (side, direction, words) => tell(classOf('response', side, now, direction), words));
  pattern(former, now, 'response', tell);
  if (former.items !== undefined && now.items !== undefined)
    responseSchema(`${path}[]`, former.items, now.items, here, before, report);
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
      responseSchema(inner, old.schema, own.schema, own, old, report);
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
  tell: (apiClass: ApiClass, text: string) => void,
): void {
  const [was, is] = [former.pattern ?? null, now.pattern ?? null];
  if (was === is) return;
  if (was === null) tell(`${where}-property-pattern-added`, `must match \`/${is}/\``);
  else if (is === null) tell(`${where}-property-pattern-removed`, 'needs no certain form any more');
  else tell(`${where}-property-pattern-changed`, `must match \`/${is}/\`, formerly \`/${was}/\``);
}
