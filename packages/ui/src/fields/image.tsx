import { Image } from '@mantine/core';
import { client } from '../data/client.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { fileDraft } from './file.tsx';
import { fileOf } from './file-of.ts';
import { FileInput } from './lazy-inputs.ts';

function ImageView({ field, value, dense }: ViewProps) {
  const file = fileOf(value);
  if (file === null) return null;
  return (
    <Image
      src={client.fileUrl(file.id)}
      alt={`${field.label}: ${file.name}`}
      {...(dense ? { h: 28, w: 'auto' } : { h: 'auto', w: 'auto', mah: 240, maw: '100%' })}
      fit="contain"
      radius="sm"
    />
  );
}

export const image: FieldParts = { View: ImageView, Input: FileInput, ...fileDraft };
