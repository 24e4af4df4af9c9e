import type { reports as english } from '../en/reports.ts';

export const reports: typeof english = {
  datePeriods: { day: 'día', week: 'semana', month: 'mes', quarter: 'trimestre', year: 'año' },
  weekOf: (day) => `Semana del ${day}`,
  quarterOf: (quarter, year) => `T${quarter} ${year}`,
  reportRows: 'Filas',
  reportNoColumns: 'Ninguna',
  reportMeasures: 'Medidas',
  reportCount: 'Número de elementos',
  reportEarliest: 'Lo más temprano',
  reportLatest: 'Lo más tardío',
  reportTotal: 'Total general',
  reportSwap: 'Intercambiar filas y columnas',
  reportCell: (what) => `Lo que cuenta el informe: ${what}`,
  backToReport: 'Volver al informe',
  reportDownload: 'Descargar',
  reportChart: (measure, rows) => `${measure} por ${rows}`,
  reportFirst: (shown, all) => `El gráfico muestra los primeros ${shown} de ${all}.`,
  reportSomeColumns: (shown, all) => `El gráfico muestra ${shown} de ${all} columnas.`,
};
