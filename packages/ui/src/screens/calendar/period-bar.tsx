import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../../words/words.ts';

interface PeriodBarProps<View extends string> {
  label: string;
  /** The days of the periods before and after, and what their buttons are called. */
  before: string;
  after: string;
  steps: readonly [before: string, after: string];
  view: View;
  views: readonly { value: View; label: string }[];
  onView: (view: View) => void;
  /** Undefined: today. */
  onDay: (day: string | undefined) => void;
}

/** Chooses the days of a calendar or timeline, and its view. */
export function PeriodBar<View extends string>(props: PeriodBarProps<View>) {
  const { label, before, after, steps, view, views, onView, onDay } = props;
  const words = useWords();
  return (
    <Group justify="space-between" mb="sm" data-no-print>
      <Group gap={4}>
        <ActionIcon variant="default" aria-label={steps[0]} onClick={() => onDay(before)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={steps[1]} onClick={() => onDay(after)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="compact-sm" onClick={() => onDay(undefined)}>
          {words.today}
        </Button>
        <Text component="h2" fw={600} ms="xs" aria-live="polite">
          {label}
        </Text>
      </Group>
      <SegmentedControl size="xs" aria-label={words.calendarView} value={view} onChange={onView} data={[...views]} />
    </Group>
  );
}
