import { Anchor } from '@mantine/core';
import type { ColumnView, EntityView } from '@nonet/client';
import { valueAt } from '../../data/columns.ts';
import { recordAddress } from '../../data/routes.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import type { Month } from '../../format/month.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import classes from './calendar.module.css';
import type { Entry } from './entries.ts';
import { lanesOf } from './lanes.ts';

interface MonthGridProps {
  caption: string;
  month: Month;
  today: string;
  entries: readonly Entry[];
  columns: readonly ColumnView[];
  entity: EntityView;
}

/** A month as a table of weeks. An entry of several days keeps its lane, and is named where it begins in each week. */
export function MonthGrid({ caption, month, today, entries, columns, entity }: MonthGridProps) {
  const format = useFormat();

  function label(entry: Entry): string {
    const texts = columns.map((column) => formatValue(format, column.field, valueAt(entry.record, column.path)));
    const named = texts.filter((text) => text !== '').join(' · ') || entry.record._title;
    return entry.at === null ? named : `${format.time(entry.at)} ${named}`;
  }

  return (
    <table className={classes.month}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {month.weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {format.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => {
          const lanes = lanesOf(entries, week);
          return (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-outside={!day.startsWith(month.name) || undefined}
                  data-today={day === today || undefined}
                >
                  <time dateTime={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
                    {Number(day.slice(8))}
                  </time>
                  {lanes.map((lane) => {
                    const entry = lane.find((each) => each.from <= day && day <= each.to);
                    if (!entry) return <div key={lane[0]?.record.id} className={classes.entry} data-empty />;
                    const starts = entry.from === day || day === week[0];
                    const address = recordAddress(entity, entry.record.id);
                    const text = label(entry);
                    return (
                      <div
                        key={lane[0]?.record.id}
                        className={classes.entry}
                        data-starts={entry.from === day || undefined}
                        data-ends={entry.to === day || undefined}
                        title={text}
                      >
                        {!starts ? null : address ? (
                          <Anchor inherit renderRoot={(props) => <RouteLink to={address} {...props} />}>
                            {text}
                          </Anchor>
                        ) : (
                          text
                        )}
                      </div>
                    );
                  })}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
