import type { Plan } from '@nonet/language';
import { peekNumber } from '../../run/number.ts';
import { columnOf, quote, table } from '../../sql/identifiers.ts';
import { run } from '../../store/pool.ts';
import type { EffectOptions } from './effect-options.ts';

/** Numbers of another form: which one comes next, and whether a record has it already. */
export async function numbersToCome({ index, pool, clock }: EffectOptions, former: Plan): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const entity of index.plan.entities)
    for (const field of entity.fields) {
      const was = former.entities
        .find(({ name }) => name === entity.name)
        ?.fields.find(({ name }) => name === field.name);
      if (field.type.kind !== 'number' || was?.type.kind !== 'number' || was.type.pattern === field.type.pattern)
        continue;
      const next = await peekNumber({ index, pool, now: clock() }, `${entity.name}.${field.name}`, field.type.pattern);
      const [taken] = await run<{ count: number }>(pool, {
        text: `select count(*)::int as count from ${table(entity.name)} where ${quote(columnOf(field))} = $1`,
        values: [next],
        prepare: false,
      });
      const clash = (taken?.count ?? 0) === 0 ? '' : '; a record has that one already, so that none can be created';
      lines.push(`${field.clause}: the next number is ${next}, and records that are there keep theirs${clash}`);
    }
  return lines;
}
