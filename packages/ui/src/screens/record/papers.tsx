import { Button } from '@mantine/core';
import type { CanView, EntityView, RecordView } from '@nonet/client';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../data/load-part.ts';
import { Menu } from '../../parts/overlays.tsx';
import { useWords } from '../../words/words.ts';

const PaperPreview = lazyPart(async () => ({ default: (await import('./paper-preview.tsx')).PaperPreview }));

interface PapersProps {
  entity: EntityView;
  record: RecordView;
  can: CanView;
}

/** The papers that this reader may make of the record (7): one is a button, several are a menu. */
export function Papers({ entity, record, can }: PapersProps) {
  const words = useWords();
  const [opened, setOpened] = useState<string | null>(null);
  const papers = (entity.papers ?? []).filter(({ name }) => can.papers.includes(name));
  const [only, ...others] = papers;
  if (only === undefined) return null;
  const shown = papers.find(({ name }) => name === opened);
  const look = { variant: 'default', leftSection: <IconPrinter size={16} aria-hidden /> } as const;
  return (
    <>
      {others.length === 0 ? (
        <Button {...look} data-clause={`7.${only.name}`} onClick={() => setOpened(only.name)}>
          {only.label}
        </Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              {...look}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              // It represents each of them.
              data-clause={papers.map(({ name }) => `7.${name}`).join(' ')}
            >
              {words.papers}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {papers.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => setOpened(name)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown && (
        <Suspense>
          <PaperPreview path={entity.path} id={record.id} paper={shown} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
