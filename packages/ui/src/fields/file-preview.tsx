import { Anchor, Image } from '@mantine/core';
import type { FileView } from '@nonet/client';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Pdf } from '../parts/pdf.tsx';
import { useWords } from '../words/words.ts';

/** A file over the page, as its browser shows it; the server lets nothing of it run. */
export function FilePreview({ file, onClose }: { file: FileView; onClose: () => void }) {
  const words = useWords();
  const format = useFormat();
  const address = client.fileUrl(file.id);
  return (
    <Dialog size="80rem" onClose={onClose} title={file.name} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Anchor size="sm" href={address} download={file.name}>
        {words.download(file.name)} ({format.bytes(file.size)})
      </Anchor>
      {file.type === 'application/pdf' ? (
        <Pdf address={address} title={file.name} />
      ) : (
        <Image src={address} alt={file.name} mah="70vh" fit="contain" mt="xs" />
      )}
    </Dialog>
  );
}
