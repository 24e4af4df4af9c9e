import type { reports as english } from '../en/reports.ts';

export const reports: typeof english = {
  datePeriods: { day: 'dag', week: 'week', month: 'maand', quarter: 'kwartaal', year: 'jaar' },
  weekOf: (day) => `Week van ${day}`,
  quarterOf: (quarter, year) => `K${quarter} ${year}`,
  reportRows: 'Rijen',
  reportNoColumns: 'Geen',
  reportMeasures: 'Cijfers',
  reportCount: 'Aantal records',
  reportEarliest: 'Vroegste',
  reportLatest: 'Laatste',
  reportTotal: 'Totaal',
  reportSwap: 'Rijen en kolommen verwisselen',
  reportCell: (what) => `Wat het rapport telt: ${what}`,
  backToReport: 'Terug naar het rapport',
  reportDownload: 'Downloaden',
  reportChart: (measure, rows) => `${measure} per ${rows}`,
  reportFirst: (shown, all) => `De grafiek toont de eerste ${shown} van ${all}.`,
  reportSomeColumns: (shown, all) => `De grafiek toont ${shown} van ${all} kolommen.`,
};
