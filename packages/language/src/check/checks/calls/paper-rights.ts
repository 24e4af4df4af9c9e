import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import { isPageNumber, type PaperContent, type PaperPart, type PaperRows } from '../../../model/papers.ts';
import { and, opposite, or, thisRecord, TRUE } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn } from '../../derived/disclosing.ts';
import { type HiddenField, HiddenFields } from '../../derived/first-hidden.ts';
import type { Rights } from '../../derived/rights.ts';
import { expressionsOf } from '../../resolve/walk.ts';

/**
 * 7: A paper contains only what whoever makes it may read. What none of them can ever read is an error; what some need
 * not be able to read is left out for them, which is a warning.
 */
export function checkPaperRights(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const { name, clause, entity, for: audience, content } of model.papers) {
    const span = context.placeOf(`${clause}.body`);
    if (entity === null || content === null || !span || !model.entities.some((other) => other.name === entity))
      continue;
    const record = thisRecord(entity);
    const holds = audience === 'everyone' ? TRUE : or(...audience.map((role) => disclosing.rights.holds(role, record)));
    const found = new HiddenFields<Found>();
    const readers = and(disclosing.rights.does('read', record), holds);
    if (audience !== 'everyone' && audience.length > 0 && !disclosing.mayHold(readers)) {
      const place = context.placeOf(`${clause}.for`) ?? span;
      context.report('N786', CALLS_CODES.N786, { name, entity, roles: audience }, place, { clause });
      continue;
    }
    for (const { said, given } of saidIn(disclosing.rights, content))
      for (const read of disclosing.rights.readsAll(said)) {
        const known = [readers, ...given, ...read.given];
        if (disclosing.follows(read.readable, known)) continue;
        const never = !disclosing.mayHold(read.readable, ...known);
        found.add(read, (field, former) => ({ ...field, never: never && former?.never !== false }));
      }
    const first = found.first();
    const [nobodys, somes] = [true, false].map((never) => first.filter((read) => read.never === never));
    if (nobodys?.length) context.report('N784', CALLS_CODES.N784, { name, reads: nobodys }, span, { clause });
    if (somes?.length) context.report('N785', CALLS_CODES.N785, { name, reads: somes }, span, { clause });
  }
}

interface Found extends HiddenField {
  readonly never: boolean;
}

/** A value of a paper, and what is known where it stands. */
interface Said {
  readonly said: Expression;
  readonly given: readonly Expression[];
}

function* saidIn(rights: Rights, { title, header, footer, body }: PaperContent): Generator<Said> {
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
