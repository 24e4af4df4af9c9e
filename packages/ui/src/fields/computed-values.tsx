import { Text } from '@mantine/core';
import { formatValue, useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import type { ComputedValue } from './computed.ts';
import classes from './computed-values.module.css';
import { FieldValue } from './field-value.tsx';

/** The part of a limit from which on it is said. */
const NEAR = 0.8;

/** The present values of the form's computed fields, and the limits that they come near. */
export function ComputedValues({ values }: { values: readonly ComputedValue[] }) {
  const known = values.filter(({ value }) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl className={classes.values}>
      {known.map((computed) => (
        <div key={computed.field.name} data-computed={computed.field.name}>
          <Text component="dt" size="sm" c="dimmed">
            {computed.field.label}
          </Text>
          <Text component="dd" size="sm" fw={600}>
            <FieldValue dense field={computed.field} value={computed.value} />
            <Limit {...computed} />
          </Text>
        </div>
      ))}
    </dl>
  );
}

/** “of €5,000.00”, with the part of it that is used, from where it comes near; red beyond it. */
function Limit({ field, value, limit }: ComputedValue) {
  const words = useWords();
  const format = useFormat();
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
