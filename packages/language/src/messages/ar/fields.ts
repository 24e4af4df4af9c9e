import type { fields as english } from '../en/fields.ts';

const UNITS = {
  character: { one: 'حرف', two: 'حرف', few: 'أحرف', many: 'حرفًا', other: 'حرف' },
  entry: { one: 'عنصر', two: 'عنصر', few: 'عناصر', many: 'عنصرًا', other: 'عنصر' },
} as const;
const PLACES = {
  one: 'منزلة عشرية',
  two: 'منزلة عشرية',
  few: 'منازل عشرية',
  many: 'منزلة عشرية',
  other: 'منزلة عشرية',
};
const DIGITS = { one: 'رقم', two: 'رقم', few: 'أرقام', many: 'رقمًا', other: 'رقم' };

export const fields: typeof english = {
  required: ({ label }) => `${label}: مطلوب.`,
  exactly: ({ label, bound, of }, format) => `${label}: يجب أن يكون الطول ${format.count(bound, UNITS[of])} تمامًا.`,
  atLeastLong: ({ label, bound, of }, format) => `${label}: ${format.count(bound, UNITS[of])} على الأقل.`,
  atMostLong: ({ label, bound, of }, format) => `${label}: ${format.count(bound, UNITS[of])} على الأكثر.`,
  atLeast: ({ label, bound, unit }, format) => `${label}: يجب ألا يقل عن ${format.amount(bound, unit)}.`,
  atMost: ({ label, bound, unit }, format) => `${label}: يجب ألا يزيد على ${format.amount(bound, unit)}.`,
  pattern: ({ label, pattern }) => `${label}: الشكل غير صحيح، يجب أن يطابق /${pattern}/.`,
  notAmong: ({ label }) => `${label}: هذا الاختيار غير ممكن هنا.`,
  circle: ({ label, titles }) => `${label}: سينشأ عن ذلك دوران: ${titles.join(' ← ')}.`,
  notSettable: ({ label }) => `${label}: لا يمكن ملؤه هنا.`,
  mayNotSet: ({ label }) => `لا يحق لك ملء ${label}.`,

  text: ({ label }) => `${label}: يجب أن يكون نصًا.`,
  oneLine: ({ label }) => `${label}: يجب أن يكون سطرًا واحدًا بلا أحرف تحكم.`,
  noControls: ({ label }) => `${label}: يجب أن يخلو من أحرف التحكم.`,
  email: ({ label }) => `${label}: يجب أن يكون بريدًا إلكترونيًا، مثل name@example.com.`,
  url: ({ label }) => `${label}: يجب أن يكون عنوان ويب يبدأ بـ https:// أو http://.`,
  phone: ({ label }) => `${label}: يجب أن يكون رقم هاتف، مثل ‎+20 2 1234 5678.`,
  json: ({ label }) => `${label}: يجب أن يكون JSON.`,
  unkeptJson: ({ label }) => `${label}: يجب أن يخلو من الحرف U+0000 ومن أنصاف الأحرف.`,
  oneOf: ({ label, names }) => `${label}: يجب أن يكون أحد هذه: ${names.join('، ')}.`,
  roles: ({ label }) => `${label}: يجب أن يكون قائمة أدوار.`,
  notGiven: ({ label, role }) => `${label}: يسمّي دورًا لا يمكن منحه: ${role}.`,
  givenRoles: ({ roles }) => `الأدوار التي يمكن منحها: ${roles.join('، ')}.`,
  whole: ({ label }) => `${label}: يجب أن يكون عددًا صحيحًا.`,
  beyondType: ({ label }) => `${label}: سيتجاوز ما يتسع له الحقل.`,
  beyondWhole: ({ label }) => `${label}: يتجاوز ما يتسع له العدد الصحيح.`,
  number: ({ label }) => `${label}: يجب أن يكون رقمًا، يُكتب مثل "12.50".`,
  places: ({ label, places }, format) =>
    places === 0 ? `${label}: بلا منازل عشرية.` : `${label}: ${format.count(places, PLACES)} على الأكثر.`,
  digits: ({ label, digits }, format) => `${label}: ${format.count(digits, DIGITS)} على الأكثر قبل الفاصلة.`,
  boolean: ({ label }) => `${label}: يجب أن يكون true أو false.`,
  id: ({ label }) => `${label}: يجب أن يكون معرّفًا (id).`,
  ids: ({ label }) => `${label}: يجب أن يكون قائمة معرّفات (ids).`,
  missing: ({ label }) => `${label}: غير موجود.`,
  twice: ({ label }) => `${label}: يسمّي الشيء نفسه مرتين.`,
  date: ({ label }) => `${label}: يجب أن يكون تاريخًا، يُكتب مثل 2026-11-21.`,
  noDate: ({ label, text }) => `${label}: ليس تاريخًا في التقويم: ${text}.`,
  time: ({ label }) => `${label}: يجب أن يكون وقتًا، يُكتب مثل 09:30.`,
  instant: ({ label }) => `${label}: يجب أن يكون تاريخًا ووقتًا مع منطقته، يُكتب مثل 2026-11-21T09:30:00Z.`,
  years: ({ label, last }) => `${label}: يجب أن يقع بين السنة 1 والسنة ${last} (UTC).`,
  duration: ({ label }) => `${label}: يجب أن تكون مدة أقل من 10000 سنة، تُكتب مثل P30D أو PT2H.`,
  object: ({ label }) => `${label}: يجب أن يكون كائنًا.`,
  list: ({ label }) => `${label}: يجب أن يكون قائمة.`,
  name: ({ label }) => `${label}: يجب أن يكون اسمًا.`,

  noUpload: ({ label }) => `${label}: لا يسمّي ملفًا رفعته.`,
  usedFile: ({ label }) => `${label}: يسمّي ملفًا مستخدمًا في مكان آخر.`,
  fileType: ({ label, types, file }) => `${label}: يقبل ملفات ${types.join('، ')}؛ وليس منها ${file}.`,
  noImage: ({ label, file }) => `${label}: يقبل الصور؛ وليس منها ${file}.`,
  looksEncrypted: ({ label }) => `لا يجوز أن يبدأ ${label} كقيمة شفّرها المنتج.`,
};
