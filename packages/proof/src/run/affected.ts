import { isDeepStrictEqual } from 'node:util';
import { type ClauseAddress, type Plan, isWithinClause, sourceOfGiven } from '@nonet/language';
import type { Case, Step } from './case.ts';
import type { Selection } from './selection.ts';

/** A part of a document that can differ by itself: `entity Claim`, `screen claims`, `constant LIMIT`. */
type Part = string;

/** The differences between two versions of a document. Plain data, so that it can pass between threads. */
export interface Difference {
  /** Clauses that are new, gone, or changed. */
  readonly clauses: readonly ClauseAddress[];
  readonly parts: readonly Part[];
  /**
   * Whether something differs on which every case depends: the settings, the product's name, the settings of exact
   * calls.
   */
  readonly isGlobal: boolean;
}

/** Whether nothing differs on which a case could depend, so that all cases have the same results. */
export function isSame({ clauses, parts, isGlobal }: Difference): boolean {
  return clauses.length === 0 && parts.length === 0 && !isGlobal;
}

/** Compares the statements of two plans, regardless of their place and layout. */
export function differenceBetween(former: Plan, plan: Plan): Difference {
  const [old, now] = [partsOf(former), partsOf(plan)];
  const parts = [...new Set([...old.keys(), ...now.keys()])].filter(
    (part) => !isDeepStrictEqual(old.get(part), now.get(part)),
  );
  const textIn = ({ clauses }: Plan, clause: ClauseAddress) => clauses[clause]?.text.replaceAll(/\s+/g, ' ').trim();
  const addresses = new Set([...Object.keys(former.clauses), ...Object.keys(plan.clauses)]);
  return {
    clauses: [...addresses].filter((clause) => textIn(former, clause) !== textIn(plan, clause)),
    parts,
    isGlobal: !isDeepStrictEqual(globalOf(former), globalOf(plan)),
  };
}

/**
 * The cases whose outcome can depend on a difference, as an over-approximation. A part depends on each part that it
 * names, and transitively on theirs. A case depends on the parts of its clauses and of the records that its steps
 * request; if it deletes a record, on everything that refers to it; if time passes or a screen is opened, on
 * everything.
 */
export function affectedBy(plan: Plan, difference: Difference): Selection {
  const { clauses, parts, isGlobal } = difference;
  const dependent = dependentOn(plan, new Set(parts));
  const changed = new Set(clauses);
  const partOf = partsByName(plan);
  const has = (derived: Case): boolean => {
    const own = [...derived.clauses, ...(derived.about ?? []), ...derived.steps.flatMap(clausesOf)];
    if (own.some((clause) => changed.has(clause))) return true;
    const rests = new Set([
      ...own.flatMap((clause) => partOf(clause)),
      ...derived.steps.flatMap((step) => partsAsked(plan, step)),
    ]);
    return [...rests].some((part) => part === EVERYTHING || dependent.has(part));
  };
  if (isGlobal) return { isAll: true, has: () => true };
  return { isAll: false, has: isSame(difference) ? () => false : has };
}

function clausesOf(step: Step): readonly ClauseAddress[] {
  return step.kind === 'together' ? step.asks.flatMap(({ clauses }) => clauses) : step.clauses;
}

/** The part of a case that may depend on all parts. */
const EVERYTHING: Part = 'everything';

/** The statements of a document, by part, without their positions. */
function partsOf(plan: Plan): Map<Part, unknown> {
  const found = new Map<Part, unknown[]>();
  const add = (part: Part, stated: unknown) => found.set(part, [...(found.get(part) ?? []), stated]);
  for (const entity of plan.entities) add(`entity ${entity.name}`, entity);
  for (const workflow of plan.states) add(`entity ${workflow.entity}`, workflow);
  for (const rule of plan.rules) add(`entity ${rule.entity}`, rule);
  for (const permissions of plan.permissions) add(`entity ${permissions.entity}`, permissions);
  for (const screen of plan.screens) add(`screen ${screen.slug}`, screen);
  for (const role of plan.roles) add(`role ${role.name}`, role);
  for (const call of plan.calls) add(`call ${call.clause}`, call);
  for (const paper of plan.papers) add(`paper ${paper.clause}`, paper);
  for (const error of plan.errors) add(`error ${error.code}`, error);
  for (const constant of plan.constants) add(`constant ${constant.name}`, constant);
  for (const given of plan.given) add(`given ${given.name}`, [given, sourceOfGiven(plan, given)]);
  for (const example of plan.examples) add(`example ${example.clause}`, example);
  return found;
}

/** The statements that concern all parts. */
function globalOf(plan: Plan): unknown {
  const { title, openPoints, settings, answered } = plan;
  return { title, openPoints, settings, answered };
}

/** The changed parts, and all that depend on them transitively. */
function dependentOn(plan: Plan, changed: ReadonlySet<Part>): ReadonlySet<Part> {
  const named = new Map([...partsOf(plan)].map(([part, stated]) => [part, wordsIn(stated)]));
  const dependent = new Set(changed);
  for (let size = -1; size !== dependent.size; ) {
    size = dependent.size;
    const names = new Set([...dependent].map((part) => part.slice(part.indexOf(' ') + 1)));
    for (const [part, words] of named) if ([...names].some((name) => words.has(name))) dependent.add(part);
  }
  return dependent;
}

/** Every word of every text in a value, its keys among them. */
function wordsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(/[A-Za-z_]\w*/g));
}

/** The parts to which each clause belongs. */
function partsByName(plan: Plan): (clause: ClauseAddress) => Part[] {
  const rules = new Map(plan.rules.map(({ clause, entity }) => [clause, `entity ${entity}`]));
  const kinds: Readonly<Record<string, string>> = {
    2: 'screen',
    3: 'entity',
    4: 'entity',
    6: 'entity',
    8: 'error',
    9: 'constant',
  };
  const calls = new Map([
    ...plan.calls.map(({ clause }) => [clause, `call ${clause}`] as const),
    ...plan.papers.map(({ clause }) => [clause, `paper ${clause}`] as const),
  ]);
  return (clause) => {
    const [point = '', name = '', rest = ''] = clause.split('.');
    if (point === '5') return [rules.get(`5.${name}`) ?? EVERYTHING];
    if (point === '7') return [...calls].flatMap(([call, part]) => (isWithinClause(clause, call) ? [part] : []));
    const kind = kinds[point];
    if (kind === undefined) return [];
    if (point === '6' && rest === '') return [`role ${name}`, `entity ${name}`];
    if (point === '4' && name === 'examples') return [`example ${clause}`];
    return [`${kind} ${name}`];
  };
}

/** The parts of what a step asks for. */
function partsAsked(plan: Plan, step: Step): Part[] {
  switch (step.kind) {
    case 'wait':
    case 'calls':
    case 'open':
      return [EVERYTHING];
    case 'together':
      return step.asks.flatMap((ask) => partsAsked(plan, ask));
    case 'denial':
      return [];
    case 'ask':
    case 'burst':
    case 'download':
    case 'pages':
    case 'upload': {
      const text = JSON.stringify(step);
      const named = [...text.matchAll(/@([A-Za-z]\w*):\d/g)].map(([, name]) => `entity ${name}`);
      const path = 'path' in step ? /^\/api\/([^/?]+)/.exec(step.path)?.[1] : undefined;
      const asked = plan.entities.filter((entity) => entity.path === path).map(({ name }) => name);
      // A path that is no collection is an exact call, or the product's own: screens, sessions, files.
      const own = 'path' in step && asked.length === 0 ? [EVERYTHING] : [];
      const deletes = 'method' in step && step.method === 'DELETE';
      const referring = deletes
        ? plan.entities.filter((entity) => asked.some((name) => wordsIn(entity.fields).has(name)))
        : [];
      return [
        ...named,
        ...asked.map((name) => `entity ${name}`),
        ...referring.map(({ name }) => `entity ${name}`),
        ...own,
      ];
    }
  }
}
