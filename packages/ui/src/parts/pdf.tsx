import { Text } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** A PDF as its browser shows it. Most telephones show none in a page: they say so, beside the download. */
export function Pdf({ address, title }: { address: string; title: string }) {
  const words = useWords();
  if (!navigator.pdfViewerEnabled)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {words.noPdfShown}
      </Text>
    );
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
    <iframe src={address} title={title} style={{ width: '100%', height: '70vh', border: 0, marginTop: 8 }} />
  );
}
