import { IconCalendarClock } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { dateTimeTyping } from '../format/typed-datetime.ts';
import { instantsOf, isInstant, isSameTime, lookalikesOf, toLocal } from '../format/zone.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { MomentInput } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import { useTouch } from './use-touch.ts';

const DateTimePicker = lazy(async () => ({ default: (await import('./datetime-picker.tsx')).DateTimePicker }));
const WhichInstant = lazy(() => import('./which-instant.tsx'));
const LocalInput = lineInput({ type: 'datetime-local', step: 'any' });

function DateTimeView({ value }: ViewProps) {
  const format = useFormat();
  return (
    <time dateTime={String(value)} title={format.timeZone}>
      {format.dateTime(String(value))}
    </time>
  );
}

/** Entered on the clocks of the reader's time zone; the draft is the instant. */
function DateTimeInput({ field, ...props }: InputProps) {
  const clocks = useForeignClocks();
  // A table's cell has no room beside the input.
  const meaning = [field.meaning, props.bare ? null : clocks].filter(Boolean).join(' · ');
  const { timeZone } = useFormat();
  const instant = textOf(props.value);
  const comesTwice = isInstant(instant) && lookalikesOf(instant, timeZone).length > 1;
  const Input = useTouch() ? NativeDateTime : TypedDateTime;
  return (
    <>
      <Input {...props} field={{ ...field, meaning }} clocks={clocks} />
      {comesTwice && (
        <Suspense>
          <WhichInstant {...props} />
        </Suspense>
      )}
    </>
  );
}

interface DateTimeInputProps extends InputProps {
  clocks: string | null;
}

/** The device's own way to choose a date and time. */
function NativeDateTime(props: DateTimeInputProps) {
  const { timeZone } = useFormat();
  const instant = textOf(props.value);

  // A browser leaves out seconds that are none.
  function entered(typed: string): string {
    const local = typed.replace(/T\d\d:\d\d$/, '$&:00');
    return local === '' ? '' : (instantsOf(local, timeZone)[0] ?? local);
  }

  return (
    <LocalInput
      {...props}
      value={isInstant(instant) ? toLocal(instant, timeZone) : instant}
      onChange={(change) => props.onChange(entered(textOf(change)))}
    />
  );
}

function TypedDateTime({ clocks, ...props }: DateTimeInputProps) {
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

/** The time zone that is meant, in words, if the reader's device has another one. */
function useForeignClocks(): string | null {
  const words = useWords();
  const { timeZone } = useFormat();
  return useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return isSameTime(own, timeZone) ? null : words.onClocksOf(timeZone.replaceAll('_', ' '));
  }, [words, timeZone]);
}

export const datetime: FieldParts = { View: DateTimeView, Input: DateTimeInput, ...textDraft };
