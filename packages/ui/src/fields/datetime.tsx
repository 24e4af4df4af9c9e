import { lazy, Suspense, useMemo } from 'react';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { instantsOf, isInstant, isSameTime, lookalikesOf, toLocal } from '../format/zone.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { NotedTime } from './noted-time.tsx';
import { TypedDateTime } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import type { DateTimeInputProps } from './typed-moments.tsx';
import { useTouch } from './use-touch.ts';

const WhichInstant = lazy(() => import('./which-instant.tsx'));
const LocalInput = lineInput({ type: 'datetime-local', step: 'any' });

function DateTimeView({ field, value, dense }: ViewProps) {
  const format = useFormat();
  if (dense && field.noted) return <NotedTime value={String(value)} />;
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
