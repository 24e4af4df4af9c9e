import { ActionIcon, Button, Input, Table, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, use, useMemo, useRef } from 'react';
import { useEntity } from '../data/product.ts';
import { useWords } from '../words/words.ts';
import classes from './children.module.css';
import { ComputedValues } from './computed-values.tsx';
import { changedBy, draftOf, wireOf } from './drafts.ts';
import { enteredFields } from './entered-fields.ts';
import type { InputProps } from './field.ts';
import { useFieldEnvironment } from './field-environment.ts';
import { FieldInput } from './field-input.tsx';
import { FieldValue } from './field-value.tsx';
import { FormValues } from './form-values.ts';
import { PlaceContext, placeId } from './place.ts';
import { identified, keyOf, rowsOf } from './rows.ts';
import { useComputedOfList } from './use-computed.ts';
import { useDefaults, useRenewedDefaults } from './use-defaults.ts';
import { usePastedRows } from './use-pasted-rows.ts';

/** The rows of an owned list, entered in place: added by Enter, pasted from a spreadsheet, worked out while one types. */
export function ChildrenInput({ field, path, id, value, onChange, error, errorsBelow, label, required }: InputProps) {
  const words = useWords();
  const environment = useFieldEnvironment();
  const entity = useEntity(field.entity);
  const add = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = rowsOf(value);
  const fields = useMemo(() => enteredFields(entity.fields), [entity]);
  const form = use(PlaceContext)?.form ?? '';
  const asked = useMemo(() => fields.map((each) => ({ field: each, below: null })), [fields]);
  const defaults = useDefaults(asked);
  const added = rows.filter((row) => row.id === undefined);
  useRenewedDefaults(defaults, added, (renew) =>
    onChange((before: unknown) =>
      rowsOf(before).map((row) => {
        const next = row.id === undefined ? renew(row) : row;
        return next === row ? row : { ...row, ...next };
      }),
    ),
  );
  const computed = useComputedOfList(path);
  // Computed fields of the rows that can be computed here have columns, too.
  const worked = useMemo(() => entity.fields.filter(({ formula }) => formula !== undefined), [entity]);

  function blankRow() {
    const blank = draftOf(fields, null, environment);
    return identified(defaults?.begun(blank, null) ?? blank);
  }

  function addRow() {
    const row = blankRow();
    onChange((before: unknown) => [...rowsOf(before), row]);
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>('tr:nth-last-child(1 of :has(input)) input')?.focus(),
    );
  }

  /** Enter goes to the same column of the next row, and adds one at the end; it does not send the form. */
  function press(event: KeyboardEvent) {
    const { target } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    const cell = target.closest('td');
    const row = cell?.parentElement;
    const inputs = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
    const next = inputs[inputs.findIndex((each) => each === row) + 1];
    if (!next) return addRow();
    const place = row && cell ? [...row.children].indexOf(cell) : 0;
    next.children[place]?.querySelector<HTMLElement>('input, textarea')?.focus();
  }

  const paste = usePastedRows({ fields, blank: blankRow, onChange });
  const handlers = { onPaste: paste };
  const keys = { onKeyDown: press };

  function changeCell(key: string, name: string, change: unknown) {
    onChange((before: unknown) =>
      rowsOf(before).map((row) => {
        if (keyOf(row) !== key) return row;
        const changed = { ...row, [name]: changedBy(change, row[name]) };
        return defaults?.followed(row, changed, new Set([name])) ?? changed;
      }),
    );
  }

  return (
    <fieldset className={classes.children} {...handlers}>
      <Text component="legend" className={classes.legend ?? ''}>
        {label}
        {required && (
          <span className={classes.asterisk} aria-hidden>
            {' *'}
          </span>
        )}
      </Text>
      {rows.length > 0 && (
        <Table className={classes.table} verticalSpacing={4} horizontalSpacing={6} withTableBorder>
          <caption className="visually-hidden">{label}</caption>
          <Table.Thead>
            <Table.Tr>
              {fields.map((each) => (
                <Table.Th key={each.name} data-numeric={environment.parts(each.kind).numeric || undefined}>
                  {each.label}
                </Table.Th>
              ))}
              {worked.map((each) => (
                <Table.Th key={each.name} data-numeric={environment.parts(each.kind).numeric || undefined}>
                  {each.label}
                </Table.Th>
              ))}
              <Table.Th>
                <span className="visually-hidden">{words.actions}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <PlaceContext value={{ form, below: `${path}.` }}>
            <Table.Tbody ref={body} {...keys}>
              {rows.map((row, index) => (
                <Fragment key={keyOf(row)}>
                  <Table.Tr id={placeId(form, `${path}.${index}`)} data-row={keyOf(row)}>
                    <FormValues value={{ ...row, ...wireOf(fields, row, environment) }}>
                      {fields.map((each) => (
                        <Table.Td key={each.name} data-label={each.label}>
                          <FieldInput
                            bare
                            field={each}
                            label={words.rowField(each.label, index + 1)}
                            value={row[each.name]}
                            path={`${index}.${each.name}`}
                            errors={errorsBelow}
                            onChange={(change) => changeCell(keyOf(row), each.name, change)}
                          />
                        </Table.Td>
                      ))}
                    </FormValues>
                    {worked.map((each) => (
                      <Table.Td
                        key={each.name}
                        className={classes.computed}
                        data-label={each.label}
                        data-numeric={environment.parts(each.kind).numeric || undefined}
                      >
                        <FieldValue
                          dense
                          field={each}
                          value={computed.rows[index]?.find(({ field: of }) => of.name === each.name)?.value ?? null}
                        />
                      </Table.Td>
                    ))}
                    <Table.Td className={classes.remove}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="input-sm"
                        aria-label={words.removeRow(index + 1)}
                        onClick={() => {
                          onChange((before: unknown) => rowsOf(before).filter((each) => keyOf(each) !== keyOf(row)));
                          add.current?.focus();
                        }}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Table.Td>
                  </Table.Tr>
                  {errorsBelow[String(index)] && (
                    <Table.Tr className={classes.rowError}>
                      <Table.Td colSpan={fields.length + worked.length + 1}>
                        <Input.Error>{errorsBelow[String(index)]}</Input.Error>
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Fragment>
              ))}
            </Table.Tbody>
          </PlaceContext>
        </Table>
      )}
      {error && (
        <Input.Error id={`${id}-error`} mt={4} role="alert">
          {error}
        </Input.Error>
      )}
      <div className={classes.foot}>
        <Button
          ref={add}
          id={id}
          aria-describedby={error ? `${id}-error` : undefined}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          title={words.rowsByKey}
          onClick={addRow}
        >
          <span>
            {words.addRow}
            <span className="visually-hidden">: {label}</span>
          </span>
        </Button>
        <ComputedValues values={computed.totals} />
      </div>
    </fieldset>
  );
}
