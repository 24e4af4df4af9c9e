import type { EntityView, ScreenView } from '@nonet/client';
import { type ReactNode, useState } from 'react';
import { fieldOf } from '../../data/product.ts';
import { useFormat } from '../../format/format.ts';
import { addDays, toInstant } from '../../format/zone.ts';
import { EMPTY, wireOf } from '../../fields/recurrence-rule.ts';
import { CreateDialog } from '../../parts/lazy-dialogs.tsx';
import type { FreeTime } from './hour-grid.tsx';
import { MINUTES_A_DAY, timeOf } from './hours.ts';

/** Opens the form of a new record at a free time, or on a day, if the screen offers `create` to this reader. */
export function useCreateAt(screen: ScreenView, entity: EntityView) {
  const { timeZone } = useFormat();
  const [given, setGiven] = useState<Readonly<Record<string, unknown>> | null>(null);
  const { days, rows } = screen;
  const field = fieldOf(entity, days?.from ?? '');
  const offered =
    days !== null && field?.onCreate === true && entity.create && screen.actions.some(({ kind }) => kind === 'create');
  const settable = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => fieldOf(entity, name)?.onCreate === true));

  function atTime({ column: { day, group }, start, end }: FreeTime) {
    if (days === null) return;
    const instant = (minutes: number) => {
      const isNext = minutes === MINUTES_A_DAY;
      return toInstant(`${isNext ? addDays(day, 1) : day}T${timeOf(isNext ? 0 : minutes)}:00`, timeZone);
    };
    setGiven(
      settable({
        [days.from]: instant(start),
        ...(days.to === null ? {} : { [days.to]: instant(end) }),
        ...(rows !== null && group !== null && group.key !== null ? { [rows]: group.key } : {}),
      }),
    );
  }

  function onDay(day: string) {
    if (days === null) return;
    if (field?.kind === 'recurrence') return setGiven(settable({ [days.from]: wireOf({ ...EMPTY, start: day }) }));
    const isInstant = field?.kind === 'datetime';
    const value = (hour: string) => (isInstant ? toInstant(`${day}T${hour}:00`, timeZone) : day);
    setGiven(settable({ [days.from]: value('09:00'), ...(days.to === null ? {} : { [days.to]: value('10:00') }) }));
  }

  const dialog: ReactNode = given && <CreateDialog entity={entity} given={given} onClose={() => setGiven(null)} />;
  return { atTime: offered ? atTime : undefined, onDay: offered ? onDay : undefined, dialog };
}
