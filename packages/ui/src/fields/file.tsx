import { Anchor } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { client } from '../data/client.ts';
import { lazyPart } from '../data/load-part.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { fileOf } from './file-of.ts';
import classes from './file.module.css';
import { FileInput } from './lazy-inputs.ts';

const FilePreview = lazyPart(async () => ({ default: (await import('./file-preview.tsx')).FilePreview }));

const KeptPaperSize = lazyPart(async () => ({ default: (await import('./kept-paper.tsx')).KeptPaperSize }));

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/** The size up to which a picture is fetched to be shown small: a list has many, and each comes whole. */
const SMALL_BYTES = { list: 256 * 1024, record: 4 * 1024 * 1024 } as const;

/** A file's name, and a picture in small: what a browser can show is shown over the page, everything else is saved. */
function FileLink({ value, dense }: ViewProps) {
  const words = useWords();
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const file = fileOf(value);
  if (file === null) return null;
  const isPicture = PICTURES.has(file.type);
  const shown = isPicture || file.type === 'application/pdf';
  const isSmall = isPicture && (file.size ?? 0) <= SMALL_BYTES[dense ? 'list' : 'record'];
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
        {isSmall ? (
          // The name next to it says what it is.
          <img
            className={classes.picture}
            data-dense={dense || undefined}
            src={client.fileUrl(file.id)}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <IconPaperclip size={14} aria-hidden className={classes.icon} />
        )}
        {file.name}
        {!dense && file.size !== null && ` (${format.bytes(file.size)})`}
      </Anchor>
      {!dense && file.paper !== undefined && (
        <Suspense>
          <KeptPaperSize id={file.id} />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <FilePreview file={file} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

export const fileDraft: Pick<FieldParts, 'toDraft' | 'toWire'> = {
  toDraft: (value) => value ?? null,
  toWire: (draft) => fileOf(draft)?.id ?? null,
};

export const file: FieldParts = { View: FileLink, Input: FileInput, ...fileDraft };
