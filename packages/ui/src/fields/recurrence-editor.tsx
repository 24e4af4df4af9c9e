import { Chip, Fieldset, Group, Input, NativeSelect, NumberInput, Pill, Stack, Text } from '@mantine/core';
import {
  type Frequency,
  MOST_COUNT,
  MOST_EXCEPTIONS,
  MOST_INTERVAL,
  readRecurrence,
  writeRecurrence,
} from '@nonet/language';
import { useState } from 'react';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { todayIn } from '../format/zone.ts';
import { useProduct } from '../data/product.ts';
import { useLaterWords } from '../words/later-words.ts';
import { date } from './date.tsx';
import type { InputProps } from './field.ts';
import { inputProps } from './input-props.ts';
import {
  draftOf,
  EMPTY,
  isDate,
  nextDates,
  type OnDay,
  ON_DAYS,
  type RecurrenceDraft,
  ruleOf,
  weekdayOf,
  wireOf,
} from './recurrence-rule.ts';

const FREQUENCIES: readonly Frequency[] = ['daily', 'weekly', 'monthly', 'yearly'];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const SHOWN_DATES = 5;
/** The dates that can be left out: a year of days, seven of weeks. */
const OFFERED_DATES = 366;
const ENDS = ['never', 'date', 'count'] as const;

/** Repeating dates by their parts, with what they say in words, and the next of them. */
export default function RecurrenceEditor(props: InputProps) {
  const { value, onChange, label, path, field } = props;
  const format = useFormat();
  const { settings } = useProduct();
  const words = useLaterWords().repeats;
  const written = textOf(value);
  const [last, setLast] = useState({ written, draft: draftFrom(written) });
  // Another value came from outside: a record that was loaded again, a draft that was kept.
  const draft = last.written === written ? last.draft : draftFrom(written);
  const rule = ruleOf(draft);
  // Without a first date there is nothing to repeat.
  const isBegun = draft.start !== '';
  const today = todayIn(settings.timeZone);
  const saidDay = (day: string) => `${format.weekday(day)} ${format.date(day)}`;
  const { id, error, withAsterisk } = inputProps(props);
  const description = props.bare || field.meaning === '' ? undefined : field.meaning;

  function change(part: Partial<RecurrenceDraft>) {
    const next = following(draft, part);
    const text = wireOf(next);
    setLast({ written: text, draft: next });
    onChange(text);
  }

  const dateInput = (of: 'start' | 'until', name: string) => (
    <date.Input
      {...props}
      field={{ ...field, kind: 'date', meaning: '' }}
      path={of === 'start' ? path : `${path}.${of}`}
      id={of === 'start' ? id : undefined}
      label={name}
      bare={false}
      // The message stands below all parts; the date that is missing or wrong is marked.
      error={of === 'start' ? props.error : null}
      errorIsShown
      required={false}
      value={draft[of]}
      onChange={(typed) => change({ [of]: textOf(typed) })}
    />
  );
  const chosen = <Value extends string>(
    name: string,
    of: Value,
    options: readonly (readonly [Value, string])[],
    choose: (value: Value) => void,
  ) => (
    <NativeSelect
      label={name}
      value={of}
      data={options.map(([option, said]) => ({ value: option, label: said }))}
      onChange={({ currentTarget }) => {
        const found = options.find(([option]) => option === currentTarget.value);
        if (found) choose(found[0]);
      }}
    />
  );

  return (
    <Input.Wrapper
      {...(props.bare ? {} : { label, description })}
      error={error}
      withAsterisk={withAsterisk}
      labelElement="div"
    >
      <Fieldset variant="unstyled" aria-label={label} mt={4} mx={0} mb={error ? 5 : 0} p={0}>
        <Stack gap="xs">
          <Group gap="sm" align="flex-end">
            {dateInput('start', words.firstDate)}
            {isBegun && (
              <Group gap="sm" align="flex-end" wrap="nowrap">
                <NumberInput
                  label={words.every}
                  w={110}
                  min={1}
                  max={MOST_INTERVAL}
                  allowDecimal={false}
                  value={draft.interval}
                  onChange={(interval) => change({ interval: Number(interval) })}
                />
                {chosen(
                  words.unit,
                  draft.frequency,
                  FREQUENCIES.map((frequency) => [frequency, words.units[frequency]] as const),
                  (frequency) => change({ frequency }),
                )}
              </Group>
            )}
            {rule !== null &&
              (draft.frequency === 'monthly' || draft.frequency === 'yearly') &&
              chosen<OnDay>(
                words.on,
                draft.on,
                ON_DAYS.map((on) => [on, saidOn({ ...draft, on })] as const),
                (on) => change({ on }),
              )}
          </Group>
          {draft.frequency === 'weekly' && isDate(draft.start) && (
            <Chip.Group
              multiple
              value={(draft.weekdays.length > 0 ? draft.weekdays : [weekdayOf(draft.start)]).map(String)}
              onChange={(days) => change({ weekdays: days.map(Number).toSorted((one, other) => one - other) })}
            >
              <Fieldset variant="unstyled" aria-label={words.on}>
                <Group gap={6}>
                  {WEEKDAYS.map((day) => (
                    <Chip key={day} size="sm" value={String(day)}>
                      {format.weekday(`2024-01-0${day}`)}
                    </Chip>
                  ))}
                </Group>
              </Fieldset>
            </Chip.Group>
          )}
          {isBegun && (
            <Group gap="sm" align="flex-end">
              {chosen(
                words.ends,
                draft.ends,
                ENDS.map((ends) => [ends, words.endsBy[ends]] as const),
                (ends) => change({ ends }),
              )}
              {draft.ends === 'date' && dateInput('until', words.lastDate)}
              {draft.ends === 'count' && (
                <NumberInput
                  label={words.times}
                  w={130}
                  min={1}
                  max={MOST_COUNT}
                  allowDecimal={false}
                  value={draft.count}
                  onChange={(count) => change({ count: Number(count) })}
                />
              )}
            </Group>
          )}
          {rule !== null && (
            <Group gap="sm" align="flex-end">
              <NativeSelect
                label={words.except}
                value=""
                disabled={rule.except.length >= MOST_EXCEPTIONS}
                data={[
                  { value: '', label: words.leaveOut },
                  ...nextDates(rule, today, OFFERED_DATES).map((day) => ({ value: day, label: saidDay(day) })),
                ]}
                onChange={({ currentTarget: { value: day } }) =>
                  day !== '' && change({ except: [...rule.except, day].toSorted() })
                }
              />
              {rule.except.length > 0 && (
                <Pill.Group pb={6}>
                  {rule.except.map((day) => (
                    <Pill
                      key={day}
                      withRemoveButton
                      removeButtonProps={{ 'aria-label': words.keep(saidDay(day)), tabIndex: 0 }}
                      onRemove={() => change({ except: rule.except.filter((each) => each !== day) })}
                    >
                      {saidDay(day)}
                    </Pill>
                  ))}
                </Pill.Group>
              )}
            </Group>
          )}
          {rule !== null && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {format.repeats(writeRecurrence(rule))}
              <br />
              {words.nextDates}:{' '}
              {nextDates(rule, today, SHOWN_DATES)
                .map((day) => format.date(day))
                .join(' · ') || '–'}
            </Text>
          )}
        </Stack>
      </Fieldset>
    </Input.Wrapper>
  );

  /** A day in the month as it is said of one that repeats each month or year. */
  function saidOn(of: RecurrenceDraft): string {
    const said = ruleOf({ ...of, interval: 1, ends: 'never' });
    return said === null ? '' : format.repeats(writeRecurrence({ ...said, start: of.start }));
  }
}

function draftFrom(text: string): RecurrenceDraft {
  const { recurrence } = readRecurrence(text);
  return recurrence === null ? { ...EMPTY, start: text } : draftOf(recurrence);
}

/** A weekday that is that of the first date alone follows it. */
function following(draft: RecurrenceDraft, part: Partial<RecurrenceDraft>): RecurrenceDraft {
  const next = { ...draft, ...part };
  const [only, ...others] = draft.weekdays;
  const follows =
    part.start !== undefined && others.length === 0 && isDate(draft.start) && only === weekdayOf(draft.start);
  return follows ? { ...next, weekdays: [] } : next;
}
