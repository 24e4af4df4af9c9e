import { CALENDAR_VIEWS, type CalendarView, type Period } from '../../format/period.ts';
import { useWords } from '../../words/words.ts';
import { PeriodBar } from './period-bar.tsx';

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
  return (
    <PeriodBar
      label={label}
      before={period.before}
      after={period.after}
      steps={steps[view]}
      view={view}
      views={CALENDAR_VIEWS.map((value) => ({ value, label: words[value] }))}
      onView={onView}
      onDay={onDay}
    />
  );
}
