import { createContext, use, useMemo } from 'react';
import { useProduct } from '../data/product.ts';
import type { FieldEnvironment, FieldKind, FieldParts } from './field.ts';

/** The table of kinds, handed down so that a kind which contains others need not import it. */
export const FieldPartsContext = createContext<((kind: FieldKind) => FieldParts) | null>(null);

export function useFieldEnvironment(): FieldEnvironment {
  const parts = use(FieldPartsContext);
  const { entities } = useProduct();
  if (!parts) throw new Error('useSurroundings outside the product');
  return useMemo(
    () => ({
      parts,
      entity: (name) => {
        const entity = entities[name ?? ''];
        if (!entity) throw new Error(`The product names no entity ${name}`);
        return entity;
      },
    }),
    [parts, entities],
  );
}
