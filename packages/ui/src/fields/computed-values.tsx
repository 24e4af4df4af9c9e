import { Text } from '@mantine/core';
import { Suspense } from 'react';
import { lazyExtra } from '../data/load-part.ts';
import type { ComputedValue } from './computed.ts';
import classes from './computed-values.module.css';
import { FieldValue } from './field-value.tsx';

const ComputedLimit = lazyExtra(() => import('./computed-limit.tsx'));

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
            {/* Before anything is entered, nothing comes near. */}
            {Number(computed.value) > 0 && (
              <Suspense>
                <ComputedLimit {...computed} />
              </Suspense>
            )}
          </Text>
        </div>
      ))}
    </dl>
  );
}
