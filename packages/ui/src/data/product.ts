import type { EntityView, FieldView, ProductView } from '@nonet/client';
import { createContext, use } from 'react';

export const ProductContext = createContext<ProductView | null>(null);

/** The part of the product that this reader may know: its screens and entities. */
export function useProduct(): ProductView {
  const product = use(ProductContext);
  if (!product) throw new Error('useProduct outside the product');
  return product;
}

/** An entity that a screen names. */
export function useEntity(name: string | null): EntityView {
  const entity = useProduct().entities[name ?? ''];
  if (!entity) throw new Error(`The product names no entity ${name}`);
  return entity;
}

export function fieldOf(entity: EntityView | undefined, name: string): FieldView | undefined {
  return entity?.fields.find((field) => field.name === name);
}
