import type { files as english } from '../en/files.ts';

const ROWS = { one: 'صف', two: 'صف', few: 'صفوف', many: 'صفًا', other: 'صف' };
const CELLS = { one: 'خلية', two: 'خلية', few: 'خلايا', many: 'خلية', other: 'خلية' };

export const files: typeof english = {
  fileSize: ({ most }, format) => `حجم الملف ${format.size(most)} على الأكثر.`,
  emptyFile: 'الملف فارغ.',
  waitingUploads: ({ count }, format) =>
    `ملفات مرفوعة لا تنتمي بعد إلى أي سجل: ${format.number(count)}. احفظ أولًا السجلات التي رُفعت من أجلها.`,
  multipart: 'أرسل multipart/form-data.',
  oneFile: 'للمحتوى جزء واحد، `file`، ولا شيء غيره.',

  csvType: 'أرسل text/csv.',
  emptyTable: 'الملف فارغ: سطره الأول يسمّي الحقول.',
  spreadsheet: 'الملف جدول بيانات: احفظه بصيغة CSV وترميز UTF-8.',
  tabs: 'تفصل بين الأعمدة علامات جدولة: احفظ الملف بصيغة CSV بفواصل أو فواصل منقوطة.',
  manyRows: ({ most }, format) => `في الملف ${format.count(most, ROWS)} على الأكثر؛ استورد البقية بعده.`,
  unevenLine: ({ line, cells, named }, format) =>
    `في السطر ${line} ${format.count(cells, CELLS)}، وفي السطر الأول ${format.number(named)}.`,
  openQuote: 'الملف ليس CSV: فُتحت علامة اقتباس ولم تُغلق.',
  strayQuote: 'الملف ليس CSV: توجد علامة اقتباس داخل خلية غير محاطة بعلامات اقتباس.',
  behindQuote: 'الملف ليس CSV: يوجد شيء بعد علامة اقتباس مغلقة.',
  noCsv: 'الملف ليس CSV.',
  notUtf8: 'الملف ليس نصًا بترميز UTF-8.',
  rowsRefused: ({ refused, all }, format) => `الصفوف المرفوضة: ${format.number(refused)} من ${format.number(all)}.`,
  severalFields: ({ name, fields }) => `عدة حقول اسمها ${name}: سمّها ${fields.join('، ')}.`,
  sameField: ({ name, other, field }) => `كل من «${other}» و«${name}» هو ${field}: اترك أحدهما.`,
  twoNumbers: ({ label, text }) => `${label}: قد يعني ${text} عددين؛ اكتبه بلا علامة بين الآلاف.`,
  severalCalled: ({ label, name }) => `${label}: عدة سجلات اسمها ${name}.`,
  noneCalled: ({ label, entity, name }) => `${label}: لا يوجد ${entity} اسمه ${name}.`,
  noColumn: ({ entity, name }) => `${entity}: لا يوجد حقل ${name} لتحميله.`,

  reportCount: 'العدد',
  reportSum: ({ label }) => `${label}: المجموع`,
  reportAvg: ({ label }) => `${label}: المتوسط`,
  reportMin: ({ label }) => `${label}: الأصغر`,
  reportMax: ({ label }) => `${label}: الأكبر`,
  reportEarliest: ({ label }) => `${label}: الأقدم`,
  reportLatest: ({ label }) => `${label}: الأحدث`,
  reportDay: ({ label }) => `${label} (اليوم)`,
  reportWeek: ({ label }) => `${label} (الأسبوع)`,
  reportMonth: ({ label }) => `${label} (الشهر)`,
  reportQuarter: ({ label }) => `${label} (الربع)`,
  reportYear: ({ label }) => `${label} (السنة)`,
  reportTotal: 'الإجمالي',
  reportNothing: 'غير مذكور',
  reportOthers: ({ groups }, format) => format.count(groups, { one: 'أخرى', other: 'أخرى' }),
};
