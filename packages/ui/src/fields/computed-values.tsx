import { Text } from '@mantine/core';
import type { ComputedValue } from './computed.ts';
import classes from './computed-values.module.css';
import { FieldValue } from './field-value.tsx';

/** The present values of the form's computed fields. */
export function ComputedValues({ values }: { values: readonly ComputedValue[] }) {
  const known = values.filter(({ value }) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl className={classes.values}>
      {known.map(({ field, value }) => (
        <div key={field.name} data-computed={field.name}>
          <Text component="dt" size="sm" c="dimmed">
            {field.label}
          </Text>
          <Text component="dd" size="sm" fw={600}>
            <FieldValue dense field={field} value={value} />
          </Text>
        </div>
      ))}
    </dl>
  );
}
