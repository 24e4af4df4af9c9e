import { Button, Checkbox, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import type { ColumnView, FieldView } from '@nonet/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Condition } from '../../data/conditions.ts';
import { type FilterOperator, operatorsOf } from '../../data/filter-operators.ts';
import { FieldInput } from '../../fields/field-input.tsx';
import { useProduct } from '../../data/product.ts';
import { brokenLimit } from '../../fields/limits.ts';
import { useFieldEnvironment } from '../../fields/field-environment.ts';
import { useFormat } from '../../format/format.ts';
import { textOf } from '../../format/text-of.ts';
import { useWords } from '../../words/words.ts';
import { askedAs, isMoment } from './asked-as.ts';
import classes from './filters.module.css';

interface FilterEditorProps {
  column: ColumnView;
  condition: Condition | null;
  /** Null: it is to narrow nothing. */
  onDone: (condition: Condition | null) => void;
}

/** Edits the operator and the values of a list's filter. */
export function FilterEditor({ column, condition, onDone }: FilterEditorProps) {
  const words = useWords();
  const format = useFormat();
  const environment = useFieldEnvironment();
  const { settings } = useProduct();
  const operators = operatorsOf(column);
  const [operator, setOperator] = useState<FilterOperator>(condition?.operator ?? operators[0] ?? 'is');
  const [drafts, setDrafts] = useState<readonly unknown[]>(condition?.values ?? []);
  const [tried, setTried] = useState(false);
  const asked = askedAs(column.field);
  const options = optionsOf(asked, words);
  const wire = drafts.map((draft) =>
    options === null ? environment.parts(asked.kind).toWire(draft, asked, environment) : draft,
  );
  const broken = wire.map((value) => brokenLimit(asked, value, { words, format, settings }));

  // It comes behind the focus that its popover sets.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? form.current?.querySelector<HTMLElement>('select, input'))?.focus();
  }, []);

  function apply(event: FormEvent) {
    event.preventDefault();
    const asksNothing = operator === 'empty' || operator === 'filled';
    if (!asksNothing && broken.some((message) => message !== null)) return setTried(true);
    const values = asksNothing ? [] : wire.map(textOf);
    onDone(asksNothing || values.some((value) => value !== '') ? { operator, values } : null);
  }

  const names = operator === 'range' ? endNames(asked, words) : [column.label];
  return (
    <form ref={form} noValidate onSubmit={apply}>
      <Stack gap="xs">
        {operators.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={words.operator}
            value={operator}
            data={operators.map((each) => ({ value: each, label: words.operators[each] }))}
            onChange={({ currentTarget }) => {
              setOperator(operators.find((each) => each === currentTarget.value) ?? operator);
              setDrafts(drafts.slice(0, 1));
              setTried(false);
            }}
          />
        )}
        {operator === 'empty' || operator === 'filled' ? null : options === null ? (
          names.map((label, place) => (
            <FieldInput
              key={label}
              field={asked}
              label={label}
              bare={operator !== 'range'}
              focused={place === 0}
              errors={tried && broken[place] ? { [asked.name]: broken[place] } : NO_ERRORS}
              value={drafts[place] ?? ''}
              onChange={(changed) =>
                setDrafts(names.map((_, each) => (each === place ? changed : (drafts[each] ?? ''))))
              }
            />
          ))
        ) : operator === 'oneOf' ? (
          <Checkbox.Group aria-label={column.label} value={drafts.map(textOf)} onChange={setDrafts}>
            <Stack gap={6} className={classes.choices ?? ''}>
              {options.map(({ value, label }, place) => (
                <Checkbox key={value} size="xs" value={value} label={label} data-autofocus={place === 0 || undefined} />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : (
          <Radio.Group aria-label={column.label} value={textOf(drafts[0])} onChange={(value) => setDrafts([value])}>
            <Stack gap={6} className={classes.choices ?? ''}>
              {options.map(({ value, label }, place) => (
                <Radio key={value} size="xs" value={value} label={label} data-autofocus={place === 0 || undefined} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end" gap="xs">
          {condition !== null && (
            <Button variant="default" onClick={() => onDone(null)}>
              {words.remove}
            </Button>
          )}
          <Button type="submit">{words.apply}</Button>
        </Group>
      </Stack>
    </form>
  );
}

const NO_ERRORS = {};

type Words = ReturnType<typeof useWords>;

function endNames(field: FieldView, words: Words): readonly string[] {
  return isMoment(field) ? [words.fromDay, words.toDay] : [words.atLeast, words.atMost];
}

/** The options of a field with few values; null if its value is typed. */
function optionsOf({ kind, choices }: FieldView, words: Words): { value: string; label: string }[] | null {
  if (kind === 'boolean') {
    return [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ];
  }
  return choices?.map(({ name, label }) => ({ value: name, label })) ?? null;
}
