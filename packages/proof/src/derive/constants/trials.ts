import { type ClauseAddress, type Constant, type Expression, type Plan, walk } from '@nonet/language';
import type { Lookup } from '../../reference/lookup.ts';
import type { Outcome } from '../../reference/perform.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { project } from '../../reference/project.ts';
import { World } from '../../reference/world.ts';
import { expressionsOf } from '../../search/mentioned-values.ts';

/** The maximum number of tries for one constant: does another value of it change an answer? */
const MOST_TRIES = 600;

/** A constant on which values of records depend, with another value. */
interface Trial {
  readonly clause: ClauseAddress;
  readonly lookup: Lookup;
  /** The entities whose fields, events and rules name it. */
  readonly entities: ReadonlySet<string>;
  tries: number;
}

/**
 * The constants of point 9 on which defaults, computed fields and effects depend: an answer that would be another one if the
 * constant had another value shows it.
 */
export class Trials {
  readonly #open: Set<Trial>;

  constructor(lookup: Lookup) {
    const { plan } = lookup;
    const trials = plan.constants.flatMap((constant): Trial[] => {
      const value = otherValue(constant);
      if (value === null || !(constant.clause in plan.clauses)) return [];
      const other: Lookup = { ...lookup, constants: { ...lookup.constants, [constant.name]: value } };
      const entities = new Set(namedBy(plan, constant.name));
      return entities.size === 0 ? [] : [{ clause: constant.clause, lookup: other, entities, tries: 0 }];
    });
    this.#open = new Set(trials);
  }

  /** The constants that an answer about records of entities shows; `answer` gives it as a world has it. */
  shownBy(world: World, about: readonly string[], answer: (world: World) => unknown): ClauseAddress[] {
    const concerned = [...this.#open].filter(({ entities }) => about.some((entity) => entities.has(entity)));
    if (concerned.length === 0) return [];
    const answerOf = JSON.stringify(answer(world.fork()));
    return concerned.flatMap((trial) => {
      trial.tries += 1;
      const isShown = JSON.stringify(answer(new World(trial.lookup, world.now, world))) !== answerOf;
      if (isShown || trial.tries === MOST_TRIES) this.#open.delete(trial);
      return isShown ? [trial.clause] : [];
    });
  }
}

/** The parts of an answer that constants may decide. */
export function answerOf(as: Actor, { refused, world, id }: Outcome): unknown {
  const record = world.view(id);
  if (refused !== null || record === null) return refused === null ? null : [refused.code, refused.clause];
  return mayDo(as, 'read', record) ? project(as, record) : null;
}

/** The entities of which fields, events, rules or calls name a constant. */
function* namedBy({ entities, states, rules, calls }: Plan, name: string): Generator<string, void, void> {
  for (const entity of entities) if (isNamed(entity, name)) yield entity.name;
  for (const workflow of states) if (isNamed(workflow, name)) yield workflow.entity;
  for (const rule of rules) if (isNamed(rule.condition, name)) yield rule.entity;
  for (const call of calls) for (const cause of call.when) if (isNamed(cause.condition, name)) yield cause.entity;
}

function isNamed(part: unknown, name: string): boolean {
  let found = false;
  const note = (node: Expression) => {
    found ||= node.kind === 'constant' && node.name === name;
  };
  for (const expression of expressionsOf(part)) walk(expression, note);
  return found;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

/** Another value that a constant might have; null: none is known. */
function otherValue({ type, value }: Constant): unknown {
  return value.kind === 'literal' ? otherThan(type, value.value) : null;
}

function otherThan(type: Expression['type'], value: unknown): unknown {
  switch (type.kind) {
    case 'integer':
      return Number(value) + 1;
    case 'decimal':
    case 'money':
      return plain(Number(value) + 1);
    case 'duration':
      return value === 'P1D' ? 'P2D' : 'P1D';
    case 'working days':
      return value === '1WD' ? '2WD' : '1WD';
    case 'boolean':
      return value !== true;
    case 'text':
      // A list of dates has them as texts.
      return isDate(plain(value)) ? dayAfter(plain(value)) : `${plain(value)} and more`;
    case 'list': {
      const others = Array.isArray(value) ? value.map((each) => otherThan(type.of, each)) : [];
      return others.length === 0 || others.includes(null) ? null : others;
    }
    case 'date':
    case 'datetime':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'size':
    case 'time':
    case 'unknown':
      return null;
  }
}
