import { Anchor } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { fileOf } from './file-of.ts';
import { FilePreview } from './file-preview.tsx';
import { FileInput } from './lazy-inputs.ts';

const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** A file's name: what a browser can show is shown over the page, everything else is saved. */
function FileLink({ value, dense }: ViewProps) {
  const words = useWords();
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const file = fileOf(value);
  if (file === null) return null;
  const shown = SHOWN.has(file.type);
  return (
    <>
      <Anchor
        inherit
        href={client.fileUrl(file.id)}
        {...(shown ? {} : { download: file.name })}
        aria-label={shown ? words.preview(file.name) : words.download(file.name)}
        onClick={(event) => {
          // With a modifier key, the browser opens it like any link.
          if (!shown || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpened(true);
        }}
      >
        <IconPaperclip size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
        {file.name}
        {!dense && ` (${format.bytes(file.size)})`}
      </Anchor>
      {opened && <FilePreview file={file} onClose={() => setOpened(false)} />}
    </>
  );
}

export const fileDraft: Pick<FieldParts, 'toDraft' | 'toWire'> = {
  toDraft: (value) => value ?? null,
  toWire: (draft) => fileOf(draft)?.id ?? null,
};

export const file: FieldParts = { View: FileLink, Input: FileInput, ...fileDraft };
