import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import type { ReportStateView } from '@nonet/client';
import { IconArrowsExchange, IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react';
import type { Grouping } from '../../../data/groups.ts';
import type { ReportMeasure } from '../../../data/reports.ts';
import { Menu, Popover } from '../../../parts/overlays.tsx';
import { useReportWords } from '../../../words/report-words.ts';
import { useReportFormat } from './report-format.ts';
import classes from './report.module.css';

/** A report has so many measures. */
const MOST_MEASURES = 5;

interface ReportBuilderProps {
  /** The name of the list. */
  title: string;
  report: ReportStateView;
  groupings: readonly Grouping[];
  measures: readonly ReportMeasure[];
  onChange: (report: ReportStateView | null) => void;
  /** Null for who may not export. */
  onDownload: ((as: 'csv' | 'xlsx') => void) | null;
  downloading: boolean;
}

/** The choice of a report's rows, columns and measures. */
export function ReportBuilder({
  title,
  report,
  groupings,
  measures,
  onChange,
  onDownload,
  downloading,
}: ReportBuilderProps) {
  const words = useReportWords();
  const format = useReportFormat();
  const options = groupings.map((each) => ({ value: each.key, label: format.grouping(each) }));
  const chosen = measures.filter(({ key }) => report.measures.includes(key));
  return (
    <Group gap="xs" mb="md" align="flex-end" className={classes.builder ?? ''} data-no-print>
      <NativeSelect
        label={words.reportRows}
        data={options}
        value={report.rows}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...report, rows: value, columns: report.columns === value ? null : report.columns })
        }
      />
      <ActionIcon
        variant="default"
        size={36}
        className={classes.swap ?? ''}
        aria-label={words.reportSwap}
        title={words.reportSwap}
        disabled={report.columns === null}
        onClick={() => report.columns !== null && onChange({ ...report, rows: report.columns, columns: report.rows })}
      >
        <IconArrowsExchange size={16} aria-hidden />
      </ActionIcon>
      <NativeSelect
        label={words.columns}
        data={[{ value: '', label: words.reportNoColumns }, ...options.filter(({ value }) => value !== report.rows)]}
        value={report.columns ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...report, columns: value === '' ? null : value })}
      />
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            h={36}
            maw="22rem"
            aria-label={`${words.reportMeasures}: ${chosen.map(format.measure).join(', ')}`}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {chosen.map(format.measure).join(', ')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.reportMeasures} mah="60dvh" style={{ overflowY: 'auto' }}>
          <Checkbox.Group
            label={words.reportMeasures}
            value={[...report.measures]}
            onChange={(keys) => keys.length > 0 && onChange({ ...report, measures: keys.slice(0, MOST_MEASURES) })}
          >
            <Stack gap={4} mt={4}>
              {measures.map((measure) => (
                <Checkbox key={measure.key} size="sm" value={measure.key} label={format.measure(measure)} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Popover.Dropdown>
      </Popover>
      {onDownload && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" h={36} loading={downloading} leftSection={<IconDownload size={16} aria-hidden />}>
              {words.reportDownload}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onDownload('csv')}>CSV</Menu.Item>
            <Menu.Item onClick={() => onDownload('xlsx')}>Excel (XLSX)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Button variant="subtle" h={36} leftSection={<IconTable size={16} aria-hidden />} onClick={() => onChange(null)}>
        {title}
      </Button>
    </Group>
  );
}
