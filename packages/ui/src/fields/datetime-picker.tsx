import { Group } from '@mantine/core';
import { useFormat } from '../format/format.ts';
import { isDate } from '../format/is-moment.ts';
import { instantsOf, isInstant, isLocal, todayIn, toLocal } from '../format/zone.ts';
import { DatePicker } from './date-picker.tsx';
import type { PickerProps } from './moment-input.tsx';
import { TimePicker } from './time-picker.tsx';

/** A day and its time side by side, on the clocks of the reader. A day without a time waits for one. */
export function DateTimePicker({ value, onChosen, onLeft }: PickerProps) {
  const { timeZone } = useFormat();
  const local = isInstant(value) ? toLocal(value, timeZone) : value;
  const [day = '', time = ''] = isLocal(local) ? local.split('T') : isDate(value) ? [value] : [];

  function choose(chosenDay: string, chosenTime: string, done: boolean) {
    if (chosenTime === '') return onChosen(chosenDay, false);
    const chosen = `${chosenDay}T${chosenTime}`;
    onChosen(instantsOf(chosen, timeZone)[0] ?? chosen, done);
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
