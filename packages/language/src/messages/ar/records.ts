import type { records as english } from '../en/records.ts';

const WORKING_DAYS = { one: 'يوم عمل', two: 'يوم عمل', few: 'أيام عمل', many: 'يوم عمل', other: 'يوم عمل' };

export const records: typeof english = {
  notAllowed: 'هذا غير مسموح.',
  fails: 'لا يمكن فعل هذا بالسجل كما هو.',
  stateFails: ({ event, state }) => `لا يمكن ${event} في الحالة ${state}.`,
  neverDeleted: ({ plural }) => `${plural}: لا يُحذف شيء منها أبدًا.`,
  comesBack: 'حُذف هذا مع ما ينتمي إليه، ويعود معه.',
  heldFromErasure: ({ label }) => `${label}: هناك ما يُبقيه كما هو، فلا يمكن محو من يخصّه الآن.`,
  heldFromMerge: ({ label }) => `${label}: محفوظ كما هو، ولا يمكن دمجه في غيره بعد.`,
  mergeOther: 'لا يُدمج السجل مع نفسه.',
  mergeTake: 'يلزم سرد أسماء الحقول.',
  notUnique: ({ entity, labels }, format) => `${entity}: مستخدم من قبل (${format.and(labels)}).`,
  beyondNumber: 'أحد الأعداد أكبر مما يتسع له حقله.',
  beyondTime: 'أحد التواريخ أو الأوقات أو المدد خارج ما هو موجود.',
  beyondText: 'أحد النصوص أطول مما يمكن.',
  laterVersion: ({ why }) => `تُستخدم بجانب هذه نسخة لاحقة من المنتج لا مكان فيها لهذا: ${why}.`,
  noEntry: 'لا يوجد عنصر كهذا.',
  entryTwice: 'هذا العنصر مذكور مرتين.',
  noneToChange: ({ path }) => `لا يوجد ${path} لتغييره.`,
  noneToDelete: ({ path }) => `لا يوجد ${path} لحذفه.`,
  noneFor: ({ path, event }) => `لا يوجد ${path} للحدث ${event}.`,
  noWarning: ({ code }) => `«${code}» ليس تنبيهًا يمكن تأكيده.`,

  leftOpen: ({ label }) => `لا تقول المواصفات ما ${label}.`,
  notShown: ({ what }) => `${what}: غير محدد.`,
  partNotShown: 'جزء من هذا التعبير غير محدد.',
  valueNotShown: ({ name }) => `قيمة ${name} غير محددة.`,
  typeNotShown: ({ label }) => `نوع ${label} غير محدد.`,
  referenceNotShown: ({ field }) => `لم يُحدَّد ما يشير إليه ${field}.`,
  recordNotShown: 'سجل يقرؤه هذا غير محدد.',

  yes: 'نعم',
  no: 'لا',
  workingDays: ({ count }, format) => format.count(count, WORKING_DAYS),
};
