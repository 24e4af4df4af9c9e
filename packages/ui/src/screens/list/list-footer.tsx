import { Button, Group, NativeSelect, Text } from '@mantine/core';
import type { PageView, ScreenView } from '@nonet/client';
import type { ListState } from '../../data/list-state.ts';
import { useProduct } from '../../data/product.ts';
import { useFormat } from '../../format/format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import classes from './list-footer.module.css';

const SIZES = [25, 50, 100, 200];

interface ListFooterProps {
  screen: ScreenView;
  page: PageView;
  /** The number of records on all pages, once it has come. */
  count: number | undefined;
  size: number | 'all';
  state: ListState;
  pathname: string;
  onChange: (changes: Record<string, string | undefined>) => void;
}

/** The number of rows on a page, and links to the other pages. */
export function ListFooter({ screen, page, count: counted, size, state, pathname, onChange }: ListFooterProps) {
  const words = useWords();
  const format = useFormat();
  const { maximumPageSize } = useProduct().settings;
  const { cursor: _cursor, ...first } = state;
  const count = page.count ?? counted;
  const sizes = [...new Set([screen.pageSize, ...SIZES.filter((each) => each <= maximumPageSize)])].toSorted(
    (one, other) => one - other,
  );
  const shown = typeof size === 'number' && !sizes.includes(size) ? [...sizes, size] : sizes;
  // A list that fits its smallest page asks nothing.
  const whole = size !== 'all' && !state.cursor && !page.next && page.items.length < (sizes[0] ?? 0);
  if (whole && page.count === undefined) return null;
  return (
    <Group justify="space-between" mt="sm" gap="sm" {...(size === 'all' ? { className: classes.endless ?? '' } : {})}>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label={words.rowsPerPage}
          value={String(size)}
          data={[
            ...shown.map((each) => ({ value: String(each), label: words.rowsOnPage(format.count(each)) })),
            { value: 'all', label: words.allRows },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ limit: value === String(screen.pageSize) ? undefined : value, cursor: undefined })
          }
        />
        {count !== undefined && (
          <Text size="sm" c="dimmed" component="output">
            {words.rowsThere(format.count(count))}
          </Text>
        )}
      </Group>
      {size !== 'all' && (state.cursor || page.next) && (
        <Group gap="xs">
          {state.cursor && (
            <Button variant="default" renderRoot={(props) => <RouteLink to={pathname} search={first} {...props} />}>
              {words.firstPage}
            </Button>
          )}
          {page.next && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <RouteLink to={pathname} search={{ ...state, cursor: page.next ?? '' }} {...props} />
              )}
            >
              {words.nextPage}
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}
