import { type ListQuery, ProblemError, type RecordView, type ScreenView } from '@nonet/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from './client.ts';
import { useProduct } from './product.ts';

/**
 * The id of the record that a route names: its last parameter of the screen's own entity, which is an id or a unique
 * field's value (2). Instead of such a value a link has a blank and the id, because no value begins with a blank. At a
 * fixed route it is the record that the screen's `where` finds; `null` if there is none.
 */
export function useRecordId(screen: ScreenView, parameters: readonly string[]) {
  const { entities } = useProduct();
  const { parameter, value } = ownParameter(screen, parameters);
  const path = entities[screen.entity ?? '']?.path;
  const known = parameter?.field === 'id' ? value : idIn(value);
  return useQuery({
    queryKey: ['records', path, 'id', ...(findsRecord(screen) ? [screen.slug] : [parameter?.field, value])],
    queryFn: async () => {
      // A condition that is not shown finds nothing.
      if (findsRecord(screen) && screen.open.some(({ part }) => part === 'where')) return null;
      if (path !== undefined && findsRecord(screen))
        return (await client.list(path, findingQuery(screen))).items[0]?.id ?? null;
      if (!parameter || value === undefined || path === undefined) throw notFound();
      if (known !== undefined) return known;
      const { items } = await client.list(path, {
        filters: { [parameter.field]: value },
        fields: [parameter.field],
        limit: 1,
      });
      const [record] = items;
      if (!record) throw notFound();
      return record.id;
    },
    ...(known !== undefined ? { initialData: known } : {}),
  });
}

/**
 * Shows a record that a link named by its id at the address that the document states for it, and one that was merged into
 * another one at that one's, without another entry to go back to.
 */
export function useStatedAddress(
  screen: ScreenView,
  parameters: readonly string[],
  record: RecordView | undefined,
): void {
  const { entities } = useProduct();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parameter, value } = ownParameter(screen, parameters);
  const isElsewhere = parameter?.field === 'id' ? record?.id !== value : idIn(value) !== undefined;
  const stated = record && parameter && isElsewhere ? record[parameter.field] : null;
  const path = entities[screen.entity ?? '']?.path;
  useEffect(() => {
    if (!record || !parameter || typeof stated !== 'string') return;
    queries.setQueryData(['records', path, 'id', parameter.field, stated], record.id);
    const to = screen.route.replace(/\{[^}]*\}/, encodeURIComponent(stated));
    void navigate({ to, replace: true });
  }, [navigate, parameter, path, queries, record, screen.route, stated]);
}

/** Whether a screen at a fixed route finds its record by its `where`. */
export function findsRecord({ kind, parameters }: ScreenView): boolean {
  return kind === 'record' && parameters.length === 0;
}

/** The list whose first record such a screen shows. */
export function findingQuery(screen: ScreenView, expand?: readonly string[]): ListQuery {
  return { screen: screen.slug, limit: 1, ...(expand ? { expand } : { fields: ['id'] }) };
}

function ownParameter(screen: ScreenView, parameters: readonly string[]) {
  const position = screen.parameters.findLastIndex((parameter) => parameter.entity === screen.entity);
  return { parameter: screen.parameters[position], value: parameters[position] };
}

/** The id that a link has in the place of a unique value. */
function idIn(value: string | undefined): string | undefined {
  return value?.startsWith(' ') ? value.slice(1) : undefined;
}

function notFound(): ProblemError {
  return new ProblemError({ type: 'about:blank', title: '', status: 404, detail: '', code: 'NOT_FOUND', clause: null });
}
