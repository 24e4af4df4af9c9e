import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ScreenView } from '@nonet/client';
import { IconFilter } from '@tabler/icons-react';
import { activeFilters, type ListState } from '../data/list-state.ts';
import { useWords } from '../words/words.ts';
import { FilterControl } from './filter-control.tsx';
import classes from './list-filters.module.css';
import { TypedInput } from './typed-input.tsx';

interface ListFiltersProps {
  screen: ScreenView;
  state: ListState;
  onChange: (changes: Record<string, string | undefined>) => void;
}

/** The search box and the filters that a screen states. On a narrow screen the filters fold away. */
export function ListFilters({ screen, state, onChange }: ListFiltersProps) {
  const words = useWords();
  const [open, { toggle }] = useDisclosure(false);
  const active = activeFilters(state, screen.filters);
  if (!screen.search && screen.filters.length === 0) return null;

  function clear() {
    onChange({ q: undefined, cursor: undefined, ...Object.fromEntries(active.map((key) => [key, undefined])) });
  }

  return (
    <Group gap="xs" mb="sm" align="flex-end" component="search" className={classes.bar ?? ''}>
      {screen.search && (
        <TypedInput
          label={words.search}
          value={state.q ?? ''}
          icon
          onChange={(text) => onChange({ q: text || undefined, cursor: undefined })}
        />
      )}
      {screen.filters.length > 0 && (
        <Button
          hiddenFrom="sm"
          variant="default"
          size="sm"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={open}
          onClick={toggle}
        >
          {words.filters}
          {active.length > 0 && ` (${active.length})`}
        </Button>
      )}
      <div className={classes.filters} data-open={open || undefined}>
        {screen.filters.map((column) => (
          <FilterControl
            key={column.path.join('.')}
            column={column}
            state={state}
            onChange={(changes) => onChange({ ...changes, cursor: undefined })}
          />
        ))}
        {(active.length > 0 || state.q) && (
          <Button variant="subtle" size="sm" onClick={clear}>
            {words.clearFilters}
          </Button>
        )}
      </div>
    </Group>
  );
}
