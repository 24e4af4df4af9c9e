import { Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { ManyView } from './many.tsx';

/** Comments are counted, other records that refer to this one are named. */
function AllView(props: ViewProps) {
  const { entities } = useProduct();
  const { field, value } = props;
  const areComments = entities[field.entity ?? '']?.comments === true;
  return areComments && Array.isArray(value) ? <Count count={value.length} /> : <ManyView {...props} />;
}

function Count({ count }: { count: number }) {
  const format = useFormat();
  return (
    <Text span inherit {...(count === 0 && { c: 'dimmed' })}>
      <IconMessage size={14} aria-hidden /> {format.count(count)}
    </Text>
  );
}

/** The records that refer to this one: forms don't enter them. */
export const all: FieldParts = {
  View: AllView,
  Input: () => null,
  wide: true,
  toDraft: (value) => value ?? [],
  toWire: () => undefined,
};
