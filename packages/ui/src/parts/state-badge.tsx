import { Badge } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import classes from './state-badge.module.css';

const HUES = 6;

/** A state by its label. Its colour distinguishes states and means nothing more; a final one has none. */
export function StateBadge({ field, state }: { field: FieldView; state: string }) {
  const choice = field.choices?.find((each) => each.name === state);
  const place = field.choices?.findIndex((each) => each.name === state) ?? 0;
  return (
    <Badge
      className={classes.badge}
      data-final={choice?.final || undefined}
      data-hue={Math.max(place, 0) % HUES}
      variant="light"
      radius="sm"
      size="md"
      tt="none"
      fw={500}
    >
      {choice?.label ?? state}
    </Badge>
  );
}
