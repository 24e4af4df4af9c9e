import { Badge } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import classes from './state-badge.module.css';

const HUES = 6;

interface BadgeProps {
  field: FieldView;
  /** The name of one of the field's choices. */
  value: string;
}

/** The hue of a choice: its place among the field's choices decides it. */
export function hueOf(field: FieldView, value: string): number {
  return Math.max(field.choices?.findIndex((each) => each.name === value) ?? 0, 0) % HUES;
}

/** A state by its label. Its colour distinguishes states and means nothing more; a final one has none. */
export function StateBadge({ field, value }: BadgeProps) {
  const choice = field.choices?.find((each) => each.name === value);
  return (
    <Badge
      className={classes.state}
      data-final={choice?.final || undefined}
      data-hue={hueOf(field, value)}
      variant="light"
      radius="sm"
      size="md"
      tt="none"
      fw={500}
    >
      {choice?.label ?? value}
    </Badge>
  );
}

/** A choice of an enum by its label, quieter than a state: a record has one state, and may have many choices. */
export function ChoiceBadge({ field, value }: BadgeProps) {
  return (
    <Badge className={classes.choice} data-hue={hueOf(field, value)} variant="dot" radius="sm" size="md" tt="none">
      {field.choices?.find((each) => each.name === value)?.label ?? value}
    </Badge>
  );
}
