import { Group } from '@mantine/core';
import { useFormat } from '../format/format.ts';
import { isDate } from '../format/typed-date.ts';
import { isInstant, isOnClocks, todayIn, toInstant, toLocal } from '../format/zone.ts';
import { DatePicker } from './date-picker.tsx';
import type { PickerProps } from './moment-input.tsx';
import { TimePicker } from './time-picker.tsx';

/** A day and its time side by side, on the clocks of the reader. A day without a time waits for one. */
export function DateTimePicker({ value, onChosen, onLeft }: PickerProps) {
  const { timeZone } = useFormat();
  const [day = '', time = ''] = isInstant(value) ? toLocal(value, timeZone).split('T') : isDate(value) ? [value] : [];

  function choose(chosenDay: string, chosenTime: string, done: boolean) {
    const local = `${chosenDay}T${chosenTime}`;
    // An hour that the clocks skip on that day is left to be chosen anew.
    const isThere = chosenTime !== '' && isOnClocks(local, timeZone);
    onChosen(isThere ? toInstant(local, timeZone) : chosenDay, done && isThere);
  }

  return (
    <Group align="flex-start" gap="md">
      <div>
        <DatePicker value={day} onChosen={(chosen) => choose(chosen, time, false)} onLeft={onLeft} />
      </div>
      <TimePicker
        value={time}
        focused={false}
        onChosen={(chosen, done) => choose(day === '' ? todayIn(timeZone) : day, chosen, done)}
        onLeft={onLeft}
      />
    </Group>
  );
}
