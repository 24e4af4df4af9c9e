import { Anchor } from '@mantine/core';
import { ProblemError } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { useProduct } from '../data/product.ts';
import { recordQuery } from '../data/queries.ts';
import { titleOrId } from '../data/record-title.ts';
import { recordAddress } from '../data/routes.ts';
import { FoundText } from '../parts/found-text.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import { CreateHereContext, givenBy, isCreated } from './create-here.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { holdsEnter } from './holds-enter.ts';
import { inputProps } from './input-props.ts';
import { Select } from './lazy-inputs.ts';
import classes from './picker.module.css';
import { useCandidates } from './use-candidates.ts';

export interface Referred {
  id: string;
  title: string | null;
}

/** A reference on the wire is an id, or, where it was asked for, an object with a title. */
export function referred(value: unknown): Referred | null {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number')
    return { id: String(value), title: null };
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return { id: String(value.id), title: '_title' in value && typeof value._title === 'string' ? value._title : null };
  }
  return null;
}

/**
 * The title of a referred record, which is loaded if the answer lacks it; empty until it is loaded. A record that is
 * deleted, or no longer readable, has a text that says so.
 */
export function useReferredTitle(entityName: string | null, reference: Referred | null): string {
  const path = useProduct().entities[entityName ?? '']?.path;
  const asked = reference !== null && reference.title === null && path !== undefined;
  const words = useWords();
  const { data, error } = useQuery({
    ...recordQuery(path ?? '', reference?.id ?? '', []),
    enabled: asked,
    staleTime: 60_000,
  });
  if (error instanceof ProblemError && error.code === 'NOT_FOUND') return words.notThere;
  const title = reference?.title ?? data?.record._title ?? null;
  return reference === null || title === null ? '' : titleOrId(title, reference.id);
}

export function ReferenceView({ field, value }: ViewProps) {
  const address = recordAddress(useProduct().entities[field.entity ?? ''], referred(value)?.id ?? '');
  const name = <ReferredTitle field={field} value={value} />;
  if (address === null || referred(value) === null) return name;
  return (
    <Anchor inherit renderRoot={(props) => <RouteLink to={address} {...props} />}>
      {name}
    </Anchor>
  );
}

/** The title of a referred record as text, where a link can't be. */
export function ReferredTitle({ field, value }: Pick<ViewProps, 'field' | 'value'>) {
  const reference = referred(value);
  const title = useReferredTitle(field.entity, reference);
  if (reference === null) return null;
  return (
    <>
      {field.entity === 'User' && title !== '' && <PersonMark id={reference.id} name={title} />}
      <FoundText text={title || reference.id} />
    </>
  );
}

/** The value of the option that creates a record; no id has a space. */
const CREATE = ' create';

function ReferenceInput(props: InputProps) {
  const words = useWords();
  const reference = referred(props.value);
  const title = useReferredTitle(props.field.entity, reference);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const taken = useRef(false);
  // Its id is there until its title is known.
  const searched = typed === title || typed === reference?.id ? '' : typed;
  const { options, listed, message } = useCandidates(props.field, searched, opened);
  const isListed = reference === null || options.some((option) => option.value === reference.id);
  const own = isListed || searched !== '' ? [] : [{ value: reference.id, label: title || reference.id }];

  const product = useProduct();
  const entity = product.entities[props.field.entity ?? ''];
  const createHere = use(CreateHereContext);
  const creates = createHere !== null && entity !== undefined && isCreated(entity, product) ? entity : null;
  const create = creates ? [{ value: CREATE, label: words.createHere(creates.label, searched) }] : [];

  // Typing replaces the chosen record.
  useEffect(() => {
    if (!taken.current || typed !== title) return;
    taken.current = false;
    if (document.activeElement === input.current) input.current?.select();
  }, [typed, title]);

  function take(found: { value: string; label: string } | null) {
    props.onChange(found && { id: found.value, _title: found.label });
    taken.current = found !== null;
  }

  return (
    <Select
      {...inputProps(props)}
      classNames={{ option: classes.option ?? '' }}
      ref={input}
      onFocus={({ currentTarget }) => currentTarget.select()}
      data={[...own, ...listed, ...create]}
      value={reference?.id ?? null}
      onChange={(chosen, option) => {
        if (chosen !== CREATE || creates === null) return take(option);
        setTyped(title);
        createHere?.(creates, givenBy(creates, searched), (record) => take({ value: record.id, label: record._title }));
      }}
      onKeyDown={(event) => {
        // A search without a choice is replaced by the present value.
        if (event.key === 'Escape' && searched !== '') setTyped(title);
        holdsEnter(event, searched, options, take);
      }}
      // Emptied by its keys; its button for that is the pointer's alone.
      onInput={({ currentTarget }) => {
        if (currentTarget.value === '' && !props.required) take(null);
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options: all }) => all}
      clearable={!props.required}
      allowDeselect={false}
      nothingFoundMessage={message}
      placeholder={words.typeToSearch}
    />
  );
}

export const reference: FieldParts = {
  View: ReferenceView,
  Input: ReferenceInput,
  toDraft: (value) => value ?? null,
  toWire: (draft) => referred(draft)?.id ?? null,
};
