import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../data/load-part.ts';

function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazyPart(async () => ({ default: await load() }));
  return function LazyDialog(props: Props) {
    return (
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    );
  };
}

/** The dialogs with a form, whose code is fetched when one is opened. */
export const CreateDialog = lazyDialog(async () => (await import('./record-dialog.tsx')).CreateDialog);
export const CopyDialog = lazyDialog(async () => (await import('./copy-dialog.tsx')).CopyDialog);
export const EraseDialog = lazyDialog(async () => (await import('./erase-dialog.tsx')).EraseDialog);
export const EditDialog = lazyDialog(async () => (await import('./record-dialog.tsx')).EditDialog);
export const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);
export const EventDialog = lazyDialog(async () => (await import('./event-dialog.tsx')).EventDialog);
export const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog);
export const SubscribeDialog = lazyDialog(async () => (await import('./subscribe-dialog.tsx')).SubscribeDialog);
