import { IconClock } from '@tabler/icons-react';
import { lazy, useMemo } from 'react';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { timeTyping } from '../format/typed-time.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { MomentInput } from './lazy-inputs.ts';
import { lineInput, textDraft } from './plain.tsx';
import { useTouch } from './use-touch.ts';

const TimePicker = lazy(async () => ({ default: (await import('./time-picker.tsx')).TimePicker }));
const NativeInput = lineInput({ type: 'time' });

function TimeView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().time(String(value))}</time>;
}

/** On a touch device, the device's own time input; otherwise the time is typed, in the form of the reader's region. */
function TimeInput(props: InputProps) {
  if (!useTouch()) return <TypedTime {...props} />;
  // A browser leaves out seconds that are none.
  return <NativeInput {...props} onChange={(time) => props.onChange(textOf(time).replace(/^\d\d:\d\d$/, '$&:00'))} />;
}

function TypedTime(props: InputProps) {
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

export const time: FieldParts = { View: TimeView, Input: TimeInput, ...textDraft };
