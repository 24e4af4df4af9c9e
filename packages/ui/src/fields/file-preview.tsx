import { Anchor, Image } from '@mantine/core';
import type { FileView } from '@nonet/client';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { Dialog } from '../parts/dialog.tsx';
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
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
        <iframe src={address} title={file.name} style={{ width: '100%', height: '70vh', border: 0, marginTop: 8 }} />
      ) : (
        <Image src={address} alt={file.name} mah="70vh" fit="contain" mt="xs" />
      )}
    </Dialog>
  );
}
