import { useDroppable } from '@dnd-kit/core';
import { useFormat } from '../../format/format.ts';
import type { Period } from '../../format/period.ts';
import classes from './calendar.module.css';
import type { Entry } from './entries.ts';
import { EntryView } from './entry-view.tsx';
import { lanesOf } from './lanes.ts';
import { isMovable } from './use-shift.ts';

interface DayGridProps {
  caption: string;
  period: Period;
  today: string;
  entries: readonly Entry[];
  /** Whether its entries are still on their way. */
  busy: boolean;
  /** Below each other, where a day's column would be too narrow to read. */
  stacked: boolean;
  onShift: (entry: Entry, days: number) => void;
}

/**
 * Weeks of days. An entry of several days keeps its lane, and is named where it begins in each week; in days that stand
 * below each other, in each.
 */
export function DayGrid({ caption, period, today, entries, busy, stacked, onShift }: DayGridProps) {
  const format = useFormat();
  return (
    <table
      className={classes.days}
      data-week={period.month === null || undefined}
      data-stacked={stacked || undefined}
      aria-busy={busy || undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      {!stacked && (
        <thead>
          <tr>
            {period.weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {format.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {period.weeks.map((week) => {
          const lanes = lanesOf(entries, week);
          return (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  week={week}
                  lanes={lanes}
                  period={period}
                  today={today}
                  stacked={stacked}
                  onShift={onShift}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DayProps extends Pick<DayGridProps, 'period' | 'today' | 'stacked' | 'onShift'> {
  day: string;
  week: readonly string[];
  lanes: readonly (readonly Entry[])[];
}

function Day({ day, week, lanes, period, today, stacked, onShift }: DayProps) {
  const format = useFormat();
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const last = week.at(-1) ?? day;
  return (
    <td
      ref={setNodeRef}
      data-outside={(period.month !== null && !day.startsWith(period.month)) || undefined}
      data-today={day === today || undefined}
      data-over={isOver || undefined}
    >
      <time dateTime={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
        {stacked && `${format.weekday(day)} `}
        {Number(day.slice(8))}
      </time>
      {lanes.map((lane) => {
        const key = `${lane[0]?.record.id} ${lane[0]?.from}`;
        const entry = lane.find((each) => each.from <= day && day <= each.to);
        if (!entry) return <div key={key} className={classes.entry} data-empty />;
        const starts = stacked || entry.from === day || day === week[0];
        const until = entry.to < last ? entry.to : last;
        return (
          <div
            key={key}
            className={classes.entry}
            data-starts={entry.from === day || undefined}
            data-ends={entry.to === day || undefined}
          >
            {starts && (
              <EntryView
                entry={entry}
                days={stacked ? 1 : week.indexOf(until) - week.indexOf(day) + 1}
                movable={isMovable(entry.source)}
                onShift={onShift}
              />
            )}
          </div>
        );
      })}
    </td>
  );
}
