import { ActionIcon } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useProduct } from '../../data/product.ts';
import { useWords } from '../../words/words.ts';
import type { FormReasonsProps } from './form-reasons.tsx';

const ScreenReasons = lazy(async () => ({ default: (await import('./screen-reasons.tsx')).ScreenReasons }));
const DashboardReasons = lazy(async () => ({ default: (await import('./dashboard-reasons.tsx')).DashboardReasons }));
const FormReasons = lazy(async () => ({ default: (await import('./form-reasons.tsx')).FormReasons }));

/** Explains why a screen of several records, or a dashboard, shows what it shows. */
export function WhyScreen({ screen }: { screen: ScreenView }) {
  const Reasons = screen.kind === 'dashboard' ? DashboardReasons : ScreenReasons;
  return (
    <Asked screen={screen}>
      <Reasons screen={screen} />
    </Asked>
  );
}

/** Explains why a form asks for these fields and no others. */
export function WhyForm(form: FormReasonsProps) {
  return (
    <Asked screen={form.screen}>
      <FormReasons {...form} />
    </Asked>
  );
}

/** For people who may read the document, which states all of it. */
function Asked({ screen, children }: { screen: ScreenView; children: ReactNode }) {
  const words = useWords();
  const { document } = useProduct();
  const [opened, setOpened] = useState(false);
  if (!document) return null;
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label={words.why} title={words.why} onClick={() => setOpened(true)}>
        <IconHelpCircle size={16} aria-hidden />
      </ActionIcon>
      {opened && (
        <Dialog
          size="lg"
          onClose={() => setOpened(false)}
          title={words.whyTitle(screen.name)}
          closeButtonProps={{ 'aria-label': words.closeDialog }}
        >
          <Suspense>{children}</Suspense>
        </Dialog>
      )}
    </>
  );
}
