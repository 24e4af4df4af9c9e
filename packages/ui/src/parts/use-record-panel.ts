import { useCallbackRef } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useListState } from './use-list-state.ts';

/** The record in the panel: the path of its collection, and its id. */
export interface PanelRecord {
  readonly path: string;
  readonly id: string;
}

export interface RecordPanelState {
  readonly opened: PanelRecord | null;
  /** Opens a record in the panel, instead of another one that is open. The same function for each drawing. */
  readonly open: (record: PanelRecord) => void;
  readonly close: () => void;
}

/** The record that the address opens in the panel: `panel=claims.<id>`. */
export function useRecordPanel(): RecordPanelState {
  const { state, pathname } = useListState();
  const navigate = useNavigate();
  const opened = readPanel(state.panel);
  const show = (panel: string | undefined, replace: boolean) =>
    void navigate({
      to: pathname,
      search: (before: Record<string, string>) => ({ ...before, panel }),
      replace,
      resetScroll: false,
    } as never);
  const open = useCallbackRef(({ path, id }: PanelRecord) => show(`${path}.${id}`, opened !== null));
  const close = useCallbackRef(() => show(undefined, true));
  return { opened, open, close };
}

/** An id has no dot. */
function readPanel(text: string | undefined): PanelRecord | null {
  const at = text?.lastIndexOf('.') ?? -1;
  return text === undefined || at <= 0 ? null : { path: text.slice(0, at), id: text.slice(at + 1) };
}
