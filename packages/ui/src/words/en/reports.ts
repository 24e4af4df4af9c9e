/** The words of a list's report, which come with it. */
export const reports = {
  datePeriods: { day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  weekOf: (day: string) => `Week of ${day}`,
  quarterOf: (quarter: string, year: string) => `Q${quarter} ${year}`,
  reportRows: 'Rows',
  reportNoColumns: 'None',
  reportMeasures: 'Figures',
  reportCount: 'Number of records',
  reportEarliest: 'Earliest',
  reportLatest: 'Latest',
  reportTotal: 'Total',
  reportSwap: 'Swap rows and columns',
  reportCell: (what: string) => `What the report counts: ${what}`,
  backToReport: 'Back to the report',
  reportDownload: 'Download',
  reportChart: (measure: string, rows: string) => `${measure} by ${rows}`,
  reportFirst: (shown: string, all: string) => `The chart shows the first ${shown} of ${all}.`,
};
