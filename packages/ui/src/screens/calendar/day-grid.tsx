import { useDroppable } from '@dnd-kit/core';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import { useFormat } from '../../format/format.ts';
import type { Period } from '../../format/period.ts';
import classes from './calendar.module.css';
import type { ListState } from '../../data/list-state.ts';
import type { Entry } from './entries.ts';
import { EntryView } from './entry-view.tsx';
import { groupOf } from './groups.ts';
import { lanesOf } from './lanes.ts';
import { isMovable } from './use-shift.ts';

interface DayGridProps {
  caption: string;
  period: Period;
  today: string;
  entries: readonly Entry[];
  /** By day: the number of further entries that begin there. */
  unread: ReadonlyMap<string, number>;
  /** The maximum number of entries that are drawn for a day; `wholeDay` links to the others. */
  most: number;
  wholeDay: (day: string) => { readonly to: string; readonly search: ListState };
  /** Whether its entries are still being loaded. */
  busy: boolean;
  /** Below each other, where a day's column would be too narrow to read. */
  stacked: boolean;
  onShift: (entry: Entry, days: number) => void;
  /** Undefined if nobody creates anything here. */
  onCreate: ((day: string) => void) | undefined;
}

/**
 * Weeks of days. An entry of several days keeps its lane, and is named where it begins in each week; in days that are
 * below each other, in each.
 */
export function DayGrid(props: DayGridProps) {
  const { caption, period, today, entries, unread, most, wholeDay, busy, stacked, onShift, onCreate } = props;
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
                  lanes={lanes.slice(0, most)}
                  left={leftOn(day, lanes.slice(most)) + (unread.get(day) ?? 0)}
                  wholeDay={wholeDay}
                  period={period}
                  today={today}
                  stacked={stacked}
                  onShift={onShift}
                  onCreate={onCreate}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DayProps extends Pick<DayGridProps, 'period' | 'today' | 'stacked' | 'wholeDay' | 'onShift' | 'onCreate'> {
  day: string;
  week: readonly string[];
  lanes: readonly (readonly Entry[])[];
  /** The number of entries of the day that are not drawn. */
  left: number;
}

function leftOn(day: string, lanes: readonly (readonly Entry[])[]): number {
  return lanes.flat().filter(({ from, to }) => from <= day && day <= to).length;
}

function Day({ day, week, lanes, left, period, today, stacked, wholeDay, onShift, onCreate }: DayProps) {
  const words = useWords();
  const format = useFormat();
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const last = week.at(-1) ?? day;
  return (
    <td
      ref={setNodeRef}
      data-outside={(period.month !== null && !day.startsWith(period.month)) || undefined}
      data-today={day === today || undefined}
      data-over={isOver || undefined}
      data-creates={onCreate !== undefined || undefined}
      // By keyboard, the screen's own button creates.
      onClick={(event) => {
        if (event.target === event.currentTarget) onCreate?.(day);
      }}
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
        const colour = entry.source.colour && groupOf(entry.record, entry.source.colour, words.notStated);
        return (
          <div
            key={key}
            className={classes.entry}
            data-starts={entry.from === day || undefined}
            data-ends={entry.to === day || undefined}
            data-hue={colour?.hue ?? undefined}
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
      {left > 0 && <MoreOfDay day={day} left={left} {...wholeDay(day)} />}
    </td>
  );
}

/** Leads to all of a day's entries; where its column is narrow, with the number alone. */
function MoreOfDay({ day, left, to, search }: { day: string; left: number; to: string; search: ListState }) {
  const words = useWords();
  const format = useFormat();
  const label = words.moreOfDay(format.count(left));
  return (
    <RouteLink
      to={to}
      search={search}
      className={classes.more}
      aria-label={`${label}, ${format.dates(day, day)}`}
      data-short={`+${format.compact(left, false)}`}
    >
      <span>{label}</span>
    </RouteLink>
  );
}
