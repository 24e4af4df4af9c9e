import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { CALENDAR_VIEWS, type CalendarView, type Period } from '../../format/period.ts';
import { useWords } from '../../words/words.ts';

interface CalendarBarProps {
  label: string;
  period: Period;
  view: CalendarView;
  onView: (view: CalendarView) => void;
  /** Undefined: today. */
  onDay: (day: string | undefined) => void;
}

/** Chooses the days of a calendar, and its view. */
export function CalendarBar({ label, period, view, onView, onDay }: CalendarBarProps) {
  const words = useWords();
  const steps: Readonly<Record<CalendarView, readonly [before: string, after: string]>> = {
    month: [words.previousMonth, words.nextMonth],
    week: [words.previousWeek, words.nextWeek],
    day: [words.previousDay, words.nextDay],
    list: [words.previousMonth, words.nextMonth],
  };
  const [before, after] = steps[view];
  return (
    <Group justify="space-between" mb="sm">
      <Group gap={4}>
        <ActionIcon variant="default" aria-label={before} onClick={() => onDay(period.before)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={after} onClick={() => onDay(period.after)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" size="compact-sm" onClick={() => onDay(undefined)}>
          {words.today}
        </Button>
        <Text component="h2" fw={600} ml="xs" aria-live="polite">
          {label}
        </Text>
      </Group>
      <SegmentedControl
        size="xs"
        aria-label={words.calendarView}
        value={view}
        onChange={onView}
        data={CALENDAR_VIEWS.map((each) => ({ value: each, label: words[each] }))}
      />
    </Group>
  );
}
