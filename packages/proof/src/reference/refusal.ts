import { ACTION_ROWS } from './actions.ts';
import { type Action, type Expression, isStandardError, STANDARD_ERRORS, type StandardError } from '@nonet/language';
import type { Lookup } from './lookup.ts';

/** One error of a refusal. A clause or a field that is not known beforehand is undefined. */
export interface ExpectedError {
  readonly field?: string | null;
  readonly code: string;
  readonly clause?: string | null;
}

/** The words of an answer: what is in the document, and null for each value in between; null if any will do. */
export type Words = readonly (string | null)[] | null;

/** The refusal of a request, thrown. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  readonly clause: string | null | undefined;
  readonly errors: readonly ExpectedError[];
  readonly words: Words;
  /** The codes with which the same request is carried out; none if more than warnings refuses it (5). */
  readonly confirm: readonly string[];
  /** The record whose event was refused, if an event was: an effect's event may belong to another record. */
  readonly record: string | null;

  constructor(
    lookup: Lookup,
    code: string,
    details: {
      clause?: string | null;
      errors?: readonly ExpectedError[];
      entity?: string;
      record?: string;
      /** Null: any words will do. */
      words?: null;
    } = {},
  ) {
    // A search tries thousands of refused actions, and nobody reads the stack of each.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = statusOf(lookup, code);
    this.clause = details.clause;
    this.errors = details.errors ?? [];
    this.record = details.record ?? null;
    const warns = this.errors.length > 0 && this.errors.every((error) => lookup.error(error.code)?.warning === true);
    this.confirm = warns ? [...new Set(this.errors.map((error) => error.code))] : [];
    this.words =
      this.errors.length > 1 || details.words === null
        ? null
        : wordsOf(lookup, this.errors[0]?.code ?? code, details.entity ?? '');
  }
}

export function refuse(
  lookup: Lookup,
  code: StandardError,
  details: { clause?: string | null; errors?: readonly ExpectedError[]; record?: string } = {},
): Refused {
  return new Refused(lookup, code, details);
}

/** The refusal of a signed call, which has no words of the document: they may have values of the record (7). */
export function withoutWords(lookup: Lookup, { code, clause, errors }: Refused): Refused {
  const isOfBody = code === 'INVALID' || code === 'REQUIRED';
  return new Refused(lookup, code, {
    ...(clause === undefined ? {} : { clause }),
    errors: isOfBody ? errors : [],
    words: null,
  });
}

/**
 * Unreadable data does not exist; somebody who is not signed in is asked to sign in if no `anyone` role could read it
 * (6).
 */
export function hidden(lookup: Lookup, actor: string | null, name: string): Refused {
  return refuse(lookup, actor === null && !isForAnyone(lookup, name) ? 'UNAUTHENTICATED' : 'NOT_FOUND');
}

/**
 * Whether a cell might let an actor who is not signed in do the action. For an owned child its owner's cell counts,
 * too; `as` names the other entity's action.
 */
export function isForAnyone(
  lookup: Lookup,
  name: string,
  action: Action = 'read',
  on: readonly string[] = [],
): boolean {
  const { owner } = lookup.entity(name);
  const leads = (target: string, next: Action) =>
    !on.includes(target) && isForAnyone(lookup, target, next, [...on, name]);
  const own = lookup.permissions(name)?.actions?.[action];
  const lets = own?.some(({ role, cell }) => {
    if (!mayBeGivenToAnyone(lookup, role) || cell.kind === 'no') return false;
    if (cell.kind !== 'as') return true;
    const type = lookup.field(name, cell.field)?.type;
    return type?.kind === 'reference' && leads(type.entity, cell.action);
  });
  if (lets === false) return false;
  return owner === null ? lets === true : ACTION_ROWS[action].ofOwner.some((through) => leads(owner.entity, through));
}

/** Whether an actor who is not signed in might hold a role: anyone holds it, or its assignment is a gap (6). */
export function mayBeGivenToAnyone(lookup: Lookup, name: string): boolean {
  const kind = lookup.role(name)?.given.kind;
  return kind === 'anyone' || kind === 'open';
}

/** One refusal for several errors: the first has its status. */
export function refuseAll(lookup: Lookup, errors: readonly ExpectedError[], entity: string): Refused {
  const [first] = errors;
  if (first === undefined) throw new Error('A refusal needs an error.');
  return new Refused(lookup, first.code, {
    ...(first.clause === undefined ? {} : { clause: first.clause }),
    errors,
    entity,
  });
}

export function statusOf(lookup: Lookup, code: string): number {
  return lookup.error(code)?.status ?? (isStandardError(code) ? STANDARD_ERRORS[code].status : 422);
}

/**
 * The words that the catalogue has for an error, with the whole numbers that are constants as they are written in a
 * region. A standard error has words only where the document rewords it.
 */
export function wordsOf(lookup: Lookup, code: string, entity: string, region = lookup.plan.settings.locale): Words {
  const error = lookup.error(code);
  if (error === null || !(error.clause in lookup.plan.clauses) || error.text === null) return null;
  const template = error.messages[entity] ?? error.messages[''];
  return template?.map((part) => (typeof part === 'string' ? part : constantIn(lookup, part, region))) ?? null;
}

/** Whether the message of an error contains a number that regions write differently: grouping starts at five digits. */
export function saysNumber(lookup: Lookup, code: string): boolean {
  const templates = Object.values(lookup.error(code)?.messages ?? {});
  return templates.flat().some((part) => typeof part !== 'string' && (numberOf(lookup, part) ?? 0) >= 10_000);
}

function constantIn(lookup: Lookup, part: Expression, region: string): string | null {
  const number = numberOf(lookup, part);
  return number === null ? null : new Intl.NumberFormat(region, { useGrouping: 'min2' }).format(number);
}

function numberOf({ constants }: Lookup, part: Expression): number | null {
  return part.kind === 'constant' && part.type.kind === 'integer' ? Number(constants[part.name]) : null;
}
