import { IconCalendar } from '@tabler/icons-react';
import { lazy, useMemo } from 'react';
import { useFormat } from '../format/format.ts';
import { dateTyping } from '../format/typed-date.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { MomentInput } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import { useTouch } from './use-touch.ts';

const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }));
const NativeInput = lineInput({ type: 'date' });

function DateView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().date(String(value))}</time>;
}

/** On a touch device, the device's own date input; otherwise the date is typed, in the reader's order. */
function DateInput(props: InputProps) {
  return useTouch() ? <NativeInput {...props} /> : <TypedDate {...props} />;
}

function TypedDate(props: InputProps) {
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

export const date: FieldParts = { View: DateView, Input: DateInput, ...textDraft };
