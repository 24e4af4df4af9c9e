import { lazyPart } from '../../data/load-part.ts';
import { AwaitedPart } from '../../parts/awaited-part.tsx';
import type { PanelRecord, RecordPanelState } from '../../parts/use-record-panel.ts';

const RecordPanel = lazyPart(() => import('./record-panel.tsx'));

interface BesideProps {
  panel: RecordPanelState;
  /** The records of the screen in their order; undefined: as on the page, all of one collection. */
  records?: readonly PanelRecord[] | undefined;
}

/** The record that the address opens in the panel; its code is fetched with the first. */
export function Beside({ panel, records }: BesideProps) {
  if (panel.opened === null) return null;
  return (
    <AwaitedPart>
      <RecordPanel record={panel.opened} panel={panel} records={records} />
    </AwaitedPart>
  );
}
