import { use } from 'react';
import { useProduct } from '../data/product.ts';
import { formatValue, useFormat } from '../format/format.ts';
import { useLaterWords } from '../words/later-words.ts';
import type { ComputedValue } from './computed.ts';
import classes from './computed-limit.module.css';
import { isWhole } from './limits.ts';
import { limitOf } from './rule-limits.ts';
import { ComputedContext } from './use-computed.ts';

/** The part of a limit from which on it is said. */
const NEAR = 0.8;

/** “of €5,000.00”, with the part of it that is used, from where it comes near; red beyond it. */
export default function ComputedLimit({ field, value }: ComputedValue) {
  const words = useLaterWords();
  const format = useFormat();
  const { user, settings } = useProduct();
  const { entity, values, own } = use(ComputedContext);
  if (entity === null) return null;
  const record = { ...values, ...Object.fromEntries(own.map((each) => [each.field.name, each.value ?? null])) };
  const isKnown = (name: string) => {
    const read = entity.fields.find((each) => each.name === name);
    return read !== undefined && Object.hasOwn(record, name) && (read.computed || isWhole(read, record[name]));
  };
  const limit = limitOf(field.name, entity.rules, { record, user, settings }, isKnown);
  const part = limit === null || Number(limit) <= 0 ? 0 : Number(value) / Number(limit);
  if (!(part >= NEAR)) return null;
  return (
    <span className={classes.limit} data-over={part > 1 || undefined}>
      {' '}
      {words.ofLimit(formatValue(format, field, limit))}
      <span className={classes.part} aria-hidden>
        <span style={{ width: `${Math.min(part, 1) * 100}%` }} />
      </span>
    </span>
  );
}
