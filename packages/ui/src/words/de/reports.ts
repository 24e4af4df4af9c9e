import type { reports as english } from '../en/reports.ts';

export const reports: typeof english = {
  datePeriods: { day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
  weekOf: (day) => `Woche ab ${day}`,
  quarterOf: (quarter, year) => `Q${quarter} ${year}`,
  reportRows: 'Zeilen',
  reportNoColumns: 'Keine',
  reportMeasures: 'Kennzahlen',
  reportCount: 'Anzahl der Einträge',
  reportEarliest: 'Frühester Wert',
  reportLatest: 'Spätester Wert',
  reportTotal: 'Gesamt',
  reportSwap: 'Zeilen und Spalten tauschen',
  reportCell: (what) => `Was die Auswertung zählt: ${what}`,
  backToReport: 'Zurück zur Auswertung',
  reportDownload: 'Herunterladen',
  reportChart: (measure, rows) => `${measure} nach ${rows}`,
  reportFirst: (shown, all) => `Das Diagramm zeigt die ersten ${shown} von ${all}.`,
  reportSomeColumns: (shown, all) => `Das Diagramm zeigt ${shown} von ${all} Spalten.`,
};
