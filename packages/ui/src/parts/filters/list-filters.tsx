import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ColumnView, ScreenView } from '@nonet/client';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { changesOf, conditionsOf } from '../../data/conditions.ts';
import { activeFilters, type ListState } from '../../data/list-state.ts';
import { useWords } from '../../words/words.ts';
import { OpenMark } from '../open-mark.tsx';
import { FilterPill } from './filter-pill.tsx';
import classes from './filters.module.css';
import { SearchInput } from './search-input.tsx';

interface ListFiltersProps {
  screen: ScreenView;
  state: ListState;
  onChange: (changes: Record<string, string | undefined>) => void;
}

/** The search box and the filters that a screen states. On a narrow screen unused filters are folded away. */
export function ListFilters({ screen, state, onChange }: ListFiltersProps) {
  const words = useWords();
  const [open, { toggle }] = useDisclosure(false);
  const [clears, setClears] = useState(0);
  const active = activeFilters(state, screen.filters);
  if (!screen.search && screen.filters.length === 0) return null;

  function clear() {
    // A text that was typed a moment ago, and is not searched for yet, goes too.
    setClears(clears + 1);
    onChange({ q: undefined, cursor: undefined, ...Object.fromEntries(active.map((key) => [key, undefined])) });
  }

  /** A pill for each condition of the address; an empty one if there is none. */
  function pillsOf(column: ColumnView) {
    const stated = conditionsOf(state, column);
    return (stated.length === 0 ? [null] : stated).map((before, place) => (
      <FilterPill
        // The first filter keeps its key, and so the focus, when its operator changes.
        key={[column.path.join('.'), ...(place === 0 ? [] : (before?.suffixes ?? []))].join(' ')}
        column={column}
        condition={before}
        alone={stated.length < 2}
        onChange={(condition) => onChange({ ...changesOf(column, before, condition), cursor: undefined })}
      />
    ));
  }

  return (
    <Group gap="xs" mb="sm" component="search" className={classes.bar ?? ''}>
      {screen.search && (
        <SearchInput
          key={clears}
          value={state.q ?? ''}
          onChange={(text) => onChange({ q: text || undefined, cursor: undefined })}
        />
      )}
      {screen.filters.length > 0 && (
        <Button
          hiddenFrom="sm"
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={open}
          onClick={toggle}
        >
          {words.filters}
        </Button>
      )}
      <div className={classes.filters} data-open={open || undefined}>
        {screen.filters.map((column) =>
          column.field.kind === 'open' ? (
            <OpenMark key={column.path.join('.')} clause={column.clause} label={column.label} />
          ) : (
            pillsOf(column)
          ),
        )}
        {(active.length > 0 || state.q) && (
          <Button variant="subtle" onClick={clear}>
            {words.clearFilters}
          </Button>
        )}
      </div>
    </Group>
  );
}
