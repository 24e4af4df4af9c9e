import { ActionIcon, Button } from '@mantine/core';
import type { ReportStateView, ScreenView } from '@nonet/client';
import { IconChartBar } from '@tabler/icons-react';
import { firstReport, reportColumns } from '../../data/reports.ts';
import { useWords } from '../../words/words.ts';

interface ReportButtonProps {
  screen: ScreenView;
  shown: boolean;
  onChange: (report: ReportStateView | null) => void;
}

/** Shows a list as a report, and the records again; a list without anything to group by has none. */
export function ReportButton({ screen, shown, onChange }: ReportButtonProps) {
  const words = useWords();
  const first = firstReport(reportColumns(screen));
  if (first === null) return null;
  return shown ? (
    <Button
      variant="light"
      aria-pressed
      leftSection={<IconChartBar size={16} aria-hidden />}
      onClick={() => onChange(null)}
    >
      {words.report}
    </Button>
  ) : (
    <ActionIcon
      variant="default"
      size={30}
      aria-pressed={false}
      aria-label={words.report}
      title={words.report}
      onClick={() => onChange(first)}
    >
      <IconChartBar size={16} aria-hidden />
    </ActionIcon>
  );
}
