import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { reportCsv, reportXlsx } from './report-file.ts';
import type { ReportTable } from './report-table.ts';

const TABLE: ReportTable = {
  head: ['Status', '=HYPERLINK("x")', 'Total'],
  rows: [
    [
      { kind: 'text', text: '-1+1' },
      { kind: 'number', text: '-12.50', field: null },
      { kind: 'number', text: '12345678901234567890', field: null },
    ],
    [
      { kind: 'text', text: 'Total' },
      { kind: 'plain', text: '' },
      { kind: 'plain', text: 'PT3H' },
    ],
  ],
};

test('as CSV, texts that a spreadsheet would run are harmless, and numbers are numbers', () => {
  expect(reportCsv(TABLE)).toBe(
    [`Status,"'=HYPERLINK(""x"")",Total`, `'-1+1,-12.50,12345678901234567890`, 'Total,,PT3H', ''].join('\r\n'),
  );
});

test('as a workbook, texts are no formulas, and a number that would be rounded stays a text', async () => {
  const parts = unzipSync(await reportXlsx(TABLE, 'Status/kind: [all]'));
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  const sheet = text('xl/worksheets/sheet1.xml');
  expect(text('xl/workbook.xml')).toContain('name="Status kind   all "');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>-12.5<\/v>/);
  expect(text('xl/sharedStrings.xml') + sheet).toContain('12345678901234567890');
});
