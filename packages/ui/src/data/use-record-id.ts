import { ProblemError, type ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { client } from './client.ts';
import { useProduct } from './product.ts';

/**
 * The id of the record that a route names: its last parameter of the screen's own entity, which is an id or a unique
 * field's value (2).
 */
export function useRecordId(screen: ScreenView, parameters: readonly string[]) {
  const { entities } = useProduct();
  const position = screen.parameters.findLastIndex((parameter) => parameter.entity === screen.entity);
  const parameter = screen.parameters[position];
  const value = parameters[position];
  const path = entities[screen.entity ?? '']?.path;
  return useQuery({
    queryKey: ['records', path, 'id', parameter?.field, value],
    queryFn: async () => {
      if (!parameter || value === undefined || path === undefined) throw notFound();
      if (parameter.field === 'id') return value;
      const { items } = await client.list(path, {
        filters: { [parameter.field]: value },
        fields: [parameter.field],
        limit: 1,
      });
      const [record] = items;
      if (!record) throw notFound();
      return record.id;
    },
    ...(parameter?.field === 'id' && value !== undefined ? { initialData: value } : {}),
  });
}

function notFound(): ProblemError {
  return new ProblemError({ type: 'about:blank', title: '', status: 404, detail: '', code: 'NOT_FOUND', clause: null });
}
