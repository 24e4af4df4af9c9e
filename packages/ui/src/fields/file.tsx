import { ActionIcon, Anchor, Button, Group, Input, Text, VisuallyHidden } from '@mantine/core';
import type { FileView } from '@nonet/client';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';

export function fileOf(value: unknown): FileView | null {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value ? (value as FileView) : null;
}

function FileLink({ value, dense }: ViewProps) {
  const words = useWords();
  const format = useFormat();
  const file = fileOf(value);
  if (file === null) return null;
  return (
    <Anchor inherit href={client.fileUrl(file.id)} download={file.name} aria-label={words.download(file.name)}>
      <IconPaperclip size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
      {file.name}
      {!dense && ` (${format.bytes(file.size)})`}
    </Anchor>
  );
}

export function FileInput({ field, value, onChange, label, required, bare, error }: InputProps) {
  const words = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const file = fileOf(value);
  const upload = useMutation({ mutationFn: (chosen: File) => client.upload(chosen, chosen.name), onSuccess: onChange });
  const message = error ?? (upload.error ? messageOf(upload.error, words) : null);
  const accept = (field.fileTypes ?? (field.kind === 'image' ? ['png', 'jpg', 'webp', 'gif'] : [])).map(
    (type) => `.${type}`,
  );
  return (
    <div>
      {bare ? null : (
        <Input.Label htmlFor={id} required={required}>
          {label}
        </Input.Label>
      )}
      <Group gap={4} wrap="nowrap">
        <VisuallyHidden>
          <input
            ref={input}
            id={id}
            type="file"
            tabIndex={-1}
            aria-label={label}
            name={field.name}
            accept={accept.join(',')}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen) upload.mutate(chosen);
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        {file && (
          <Text size="sm" truncate="end" maw={160} title={file.name}>
            {file.name}
          </Text>
        )}
        <Button
          variant="default"
          size={bare ? 'sm' : 'compact-sm'}
          loading={upload.isPending}
          aria-label={`${file ? words.replaceFile : words.chooseFile}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {file ? words.replaceFile : words.chooseFile}
        </Button>
        {file && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${words.removeFile}: ${file.name}`}
            onClick={() => onChange(null)}
          >
            <IconX size={14} />
          </ActionIcon>
        )}
      </Group>
      {message && <Input.Error mt={4}>{message}</Input.Error>}
    </div>
  );
}

export const fileDraft: Pick<FieldParts, 'toDraft' | 'toWire'> = {
  toDraft: (value) => value ?? null,
  toWire: (draft) => fileOf(draft)?.id ?? null,
};

export const file: FieldParts = { View: FileLink, Input: FileInput, ...fileDraft };
