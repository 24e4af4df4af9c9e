import { Group, Radio } from '@mantine/core';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { isInstant, lookalikesOf, zoneNameAt } from '../format/zone.ts';
import { useWords } from '../words/words.ts';
import type { InputProps } from './field.ts';

/** Asks which of two instants is meant, for a time that occurs twice when the clocks change. */
export default function WhichInstant({
  value,
  label,
  path,
  onChange,
}: Pick<InputProps, 'value' | 'label' | 'path' | 'onChange'>) {
  const words = useWords();
  const { locale, timeZone } = useFormat();
  const instant = textOf(value);
  const [earlier, later] = isInstant(instant) ? lookalikesOf(instant, timeZone) : [];
  if (earlier === undefined || later === undefined) return null;
  const nameOf = (each: string) => zoneNameAt(each, timeZone, locale);
  return (
    <Radio.Group
      size="xs"
      mt={4}
      label={words.comesTwice}
      aria-label={`${label}: ${words.comesTwice}`}
      name={`${path}.clocks`}
      // Independent of its fraction of a second.
      value={Date.parse(instant) < Date.parse(later) ? earlier : later}
      onChange={onChange}
    >
      <Group gap="sm" mt={2}>
        <Radio size="xs" value={earlier} label={words.earlierTime(nameOf(earlier))} />
        <Radio size="xs" value={later} label={words.laterTime(nameOf(later))} />
      </Group>
    </Radio.Group>
  );
}
