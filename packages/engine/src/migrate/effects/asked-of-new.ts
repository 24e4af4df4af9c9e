import { askedOfNew, type Field, type Plan } from '@nonet/language';
import { isDeepStrictEqual } from 'node:util';
import { compileLimits, isCountedText } from '../../run/validation/field-limits.ts';
import { clauseContext, fromThis, perform, THIS } from '../../run/write.ts';
import { column, columnOf, storedFields, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { postgresPattern } from '../../sql/pattern.ts';
import { readingWrite } from '../../timers/read-times.ts';
import { type ConcernedRecords, concernedColumns, counted, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';
import { compileAskedFor } from '../asked-for.ts';

/**
 * The requirements for new values alone (3, `for new`, `else open`), and the records that don't meet them, which may
 * stay as they are.
 */
export async function askedOfNewValues(options: EffectOptions, former: Plan): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const entity of options.index.plan.entities) {
    const before = former.entities.find(({ name }) => name === entity.name);
    for (const field of before === undefined ? [] : storedFields(entity)) {
      const was = before?.fields.find(({ name }) => name === field.name);
      if (field.forNew === undefined || isDeepStrictEqual(was?.forNew, field.forNew)) continue;
      const found = await counted(() => findOthers(options, entity.name, field));
      if (typeof found === 'string')
        lines.push(`${field.clause}: how many records lack what is asked of new ones could not be counted: ${found}`);
      else if (found.count > 0)
        lines.push(
          `${field.clause}: ${wordsOfRecords(found, entity.name)} ${found.count === 1 ? 'lacks' : 'lack'} what is asked of new values, and ${found.count === 1 ? 'stays' : 'stay'} so until somebody gives ${found.count === 1 ? 'it' : 'them'} one`,
        );
    }
  }
  return lines;
}

/** The records that lack what is asked of new values of a field. `named`: how many are named; null: all. */
export async function findOthers(
  options: EffectOptions,
  entity: string,
  field: Field,
  named?: number | null,
): Promise<ConcernedRecords> {
  const write = readingWrite(options);
  const [row] = await perform<ConcernedRecords>(write, `asked of new ${field.clause} ${named}`, (parameters) => {
    const value = column(THIS, columnOf(field));
    const isKept = [...compileLimits(parameters, askedOfNew(field), value), ...hasPattern(parameters, field, value)];
    const isAsked =
      field.when === null ? 'true' : compileAskedFor(field.when, clauseContext(write, parameters, entity));
    const isThere = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
    return `select ${concernedColumns(column(THIS, 'id'), named)} ${fromThis(entity)} where ${isThere} and ${isAsked} and not (${isKept.join(' and ') || 'true'})`;
  });
  return row ?? { count: 0, ids: [] };
}

function hasPattern(parameters: Parameters, field: Field, value: string): string[] {
  const pattern = field.forNew?.pattern ?? null;
  if (pattern === null || !isCountedText(field.type)) return [];
  return [`coalesce(${value} collate "C" ~ ${parameters.bind(postgresPattern(pattern), 'text')}, true)`];
}
