import { Anchor, Image, Loader, Stack, Text } from '@mantine/core';
import type { FileView } from '@nonet/client';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Pdf } from '../parts/pdf.tsx';
import { useWords } from '../words/words.ts';
import { KeptPaperProof, useKeptPaper } from './kept-paper.tsx';

/** A file over the page, as its browser shows it; the server lets nothing of it run. */
export function FilePreview({ file, onClose }: { file: FileView; onClose: () => void }) {
  const words = useWords();
  const format = useFormat();
  const isPaper = file.paper !== undefined;
  const { data: paper } = useKeptPaper(file.id, isPaper);
  const address = client.fileUrl(file.id);
  const size = file.size ?? paper?.size ?? null;
  return (
    <Dialog size="80rem" onClose={onClose} title={file.name} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      {isPaper && typeof paper?.sha256 !== 'string' ? (
        <Stack component="output" align="center" py="xl">
          <Loader size="sm" />
          <Text size="sm">{words.paperIsMade}</Text>
        </Stack>
      ) : (
        <>
          <Anchor size="sm" href={address} download={file.name}>
            {words.download(file.name)} {size !== null && `(${format.bytes(size)})`}
          </Anchor>
          {isPaper && <KeptPaperProof id={file.id} />}
          {file.type === 'application/pdf' ? (
            <Pdf address={address} title={file.name} />
          ) : (
            <Image src={address} alt={file.name} mah="70vh" fit="contain" mt="xs" />
          )}
        </>
      )}
    </Dialog>
  );
}
