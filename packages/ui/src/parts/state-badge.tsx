import { Badge } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import classes from './state-badge.module.css';

/** A state by its label. Only what the document says is shown: whether it is final. */
export function StateBadge({ field, state }: { field: FieldView; state: string }) {
  const choice = field.choices?.find((each) => each.name === state);
  return (
    <Badge
      className={classes.badge}
      data-final={choice?.final || undefined}
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
