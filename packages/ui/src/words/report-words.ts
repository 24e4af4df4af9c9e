import { reports as ar } from './ar/reports.ts';
import { reports as de } from './de/reports.ts';
import { reports as en } from './en/reports.ts';
import { reports as es } from './es/reports.ts';
import { reports as fr } from './fr/reports.ts';
import { reports as nl } from './nl/reports.ts';
import { useWordsWith } from './words-with.ts';

const REPORTS = { ar, de, en, es, fr, nl };

/** The words of the interface with those of reports, which come with the first report. */
export function useReportWords() {
  return useWordsWith(en, REPORTS);
}
