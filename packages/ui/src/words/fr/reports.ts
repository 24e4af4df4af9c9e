import type { reports as english } from '../en/reports.ts';

export const reports: typeof english = {
  datePeriods: { day: 'jour', week: 'semaine', month: 'mois', quarter: 'trimestre', year: 'année' },
  weekOf: (day) => `Semaine du ${day}`,
  quarterOf: (quarter, year) => `T${quarter} ${year}`,
  reportRows: 'Lignes',
  reportNoColumns: 'Aucune',
  reportMeasures: 'Mesures',
  reportCount: 'Nombre d’éléments',
  reportEarliest: 'Le plus tôt',
  reportLatest: 'Le plus tard',
  reportTotal: 'Total général',
  reportSwap: 'Échanger lignes et colonnes',
  reportCell: (what) => `Ce que compte le rapport : ${what}`,
  backToReport: 'Retour au rapport',
  reportDownload: 'Télécharger',
  reportChart: (measure, rows) => `${measure} par ${rows}`,
  reportFirst: (shown, all) => `Le graphique montre les ${shown} premiers sur ${all}.`,
  reportSomeColumns: (shown, all) => `Le graphique montre ${shown} colonnes sur ${all}.`,
};
