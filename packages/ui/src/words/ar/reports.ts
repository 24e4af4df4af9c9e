import type { reports as english } from '../en/reports.ts';

export const reports: typeof english = {
  datePeriods: { day: 'اليوم', week: 'الأسبوع', month: 'الشهر', quarter: 'الربع', year: 'السنة' },
  weekOf: (day) => `أسبوع ${day}`,
  quarterOf: (quarter, year) => `الربع ${quarter} ${year}`,
  reportRows: 'الصفوف',
  reportNoColumns: 'بلا',
  reportMeasures: 'المقاييس',
  reportCount: 'عدد السجلات',
  reportEarliest: 'الأقدم',
  reportLatest: 'الأحدث',
  reportTotal: 'الإجمالي',
  reportSwap: 'تبديل الصفوف والأعمدة',
  reportCell: (what) => `ما يعدّه التقرير: ${what}`,
  backToReport: 'العودة إلى التقرير',
  reportDownload: 'تنزيل',
  reportChart: (measure, rows) => `${measure} حسب ${rows}`,
  reportFirst: (shown, all) => `يعرض الرسم أول ${shown} من ${all}.`,
  reportSomeColumns: (shown, all) => `يعرض الرسم ${shown} من ${all} من الأعمدة.`,
};
