import type { Expression } from '../../expression/tree.ts';
import { isPageNumber, type PaperContent, type PaperPart, type PaperRows } from '../../model/papers.ts';
import { and, opposite, TRUE } from '../analysis/build.ts';
import { expressionsOf } from '../resolve/walk.ts';
import type { Rights } from './rights.ts';

/** A value of a paper, and what is known where it stands. */
export interface Said {
  readonly said: Expression;
  readonly given: readonly Expression[];
}

/** All that a paper says to `user`; of repeated records, what is said of those that `user` may read. */
export function* saidInPaper(rights: Rights, { title, header, footer, body }: PaperContent): Generator<Said> {
  const lines = [title, header ?? [], footer ?? []].flatMap(expressionsOf);
  for (const said of lines) if (!isPageNumber(said)) yield { said, given: [] };
  for (const part of body) yield* saidInPart(rights, part, []);
}

function* saidInPart(rights: Rights, part: PaperPart, given: readonly Expression[]): Generator<Said> {
  if (typeof part === 'string') return;
  if (part.kind === 'if') {
    yield { said: part.condition, given };
    for (const inner of part.then) yield* saidInPart(rights, inner, [...given, part.condition]);
    for (const inner of part.otherwise) yield* saidInPart(rights, inner, [...given, opposite(part.condition)]);
  } else if (part.kind === 'for') yield* saidInRows(rights, part, given);
  else yield { said: part, given };
}

/** Rows that their reader may not read are not there; the list is, and what is said of each row. */
function* saidInRows(rights: Rights, { records, parts }: PaperRows, given: readonly Expression[]): Generator<Said> {
  const { source, variable, where, order } = records;
  const type = { kind: 'record', entity: source.entity, nullable: false } as const;
  if (source.kind === 'list') {
    const list = { kind: 'list', of: type, nullable: false } as const;
    yield { said: { kind: 'field', of: source.of, field: source.field, type: list }, given };
  }
  const row: Expression = { kind: 'variable', name: variable, type };
  const ofRow = [...given, rights.does('read', row)];
  for (const said of [where, ...order.map(({ by }) => by)]) if (said !== null) yield { said, given: ofRow };
  for (const inner of parts) yield* saidInPart(rights, inner, where === null ? ofRow : [...ofRow, where]);
}

/**
 * All that a paper says that is the same for each of its readers: what is said of repeated records is the value of a query, so
 * that it must be readable on each record that the paper is repeated for.
 */
export function* saidInKeptPaper({ title, header, footer, body }: PaperContent): Generator<Said> {
  for (const said of [title, header ?? [], footer ?? []].flatMap(expressionsOf))
    if (!isPageNumber(said)) yield { said, given: [] };
  for (const part of body) yield* saidToAll(part, { given: [], within: (said) => said, isRepeated: false });
}

interface KeptPlace {
  readonly given: readonly Expression[];
  /** Something that is said here as an expression of the paper's own record, where a condition holds. */
  readonly within: (said: Expression, condition: Expression | null) => Expression;
  readonly isRepeated: boolean;
}

function* saidToAll(part: PaperPart, place: KeptPlace): Generator<Said> {
  if (typeof part === 'string') return;
  const { given, within, isRepeated } = place;
  if (part.kind === 'if') {
    yield { said: within(part.condition, null), given };
    const under = (condition: Expression): KeptPlace =>
      isRepeated
        ? { ...place, within: (said, more) => within(said, more === null ? condition : and(condition, more)) }
        : { ...place, given: [...given, condition] };
    for (const inner of part.then) yield* saidToAll(inner, under(part.condition));
    for (const inner of part.otherwise) yield* saidToAll(inner, under(opposite(part.condition)));
  } else if (part.kind === 'for') {
    yield { said: within(part.records, null), given };
    const { records } = part;
    const ofRow = (value: Expression, condition: Expression | null): Expression => {
      const where = condition === null ? records.where : and(records.where ?? TRUE, condition);
      return within({ ...records, form: 'sum', where, value }, null);
    };
    for (const inner of part.parts) yield* saidToAll(inner, { given, within: ofRow, isRepeated: true });
  } else yield { said: within(part, null), given };
}
