import { IconCalendar, IconCalendarClock, IconClock } from '@tabler/icons-react';
import { lazy, useMemo } from 'react';
import { useFormat } from '../format/format.ts';
import { dateTyping } from '../format/typed-date.ts';
import { dateTimeTyping } from '../format/typed-datetime.ts';
import { timeTyping } from '../format/typed-time.ts';
import { useWords } from '../words/words.ts';
import type { InputProps } from './field.ts';
import { MomentInput } from './moment-input.tsx';

const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }));
const DateTimePicker = lazy(async () => ({ default: (await import('./datetime-picker.tsx')).DateTimePicker }));
const TimePicker = lazy(async () => ({ default: (await import('./time-picker.tsx')).TimePicker }));

/** A date as its reader types it. */
export function TypedDate(props: InputProps) {
  const words = useWords();
  const { locale, timeZone } = useFormat();
  const typing = useMemo(() => dateTyping(locale, timeZone, words.typedLetters), [locale, timeZone, words]);
  return (
    <MomentInput
      {...props}
      typing={typing}
      icon={<IconCalendar size={16} aria-hidden />}
      opens={words.openCalendar}
      Picker={DatePicker}
    />
  );
}

export interface DateTimeInputProps extends InputProps {
  /** The time zone that is meant, in words, if it is not the device's. */
  clocks: string | null;
}

/** A date and time as its reader types it. */
export function TypedDateTime({ clocks, ...props }: DateTimeInputProps) {
  const words = useWords();
  const { locale, timeZone } = useFormat();
  const typing = useMemo(() => dateTimeTyping(locale, timeZone, words.typedLetters), [locale, timeZone, words]);
  return (
    <MomentInput
      {...props}
      typing={typing}
      title={clocks ?? undefined}
      icon={<IconCalendarClock size={16} aria-hidden />}
      opens={words.openCalendar}
      Picker={DateTimePicker}
    />
  );
}

/** A time as its reader types it. */
export function TypedTime(props: InputProps) {
  const words = useWords();
  const { locale, timeZone } = useFormat();
  const typing = useMemo(() => timeTyping(locale, timeZone, words.typedLetters), [locale, timeZone, words]);
  return (
    <MomentInput
      {...props}
      typing={typing}
      icon={<IconClock size={16} aria-hidden />}
      opens={words.openClock}
      Picker={TimePicker}
    />
  );
}
