import type { records as english } from '../en/records.ts';

export const records: typeof english = {
  notAllowed: 'Das ist nicht erlaubt.',
  fails: 'Das ist mit dem Eintrag, so wie er ist, nicht möglich.',
  stateFails: ({ event, state }) => `${event} ist im Zustand ${state} nicht möglich.`,
  neverDeleted: ({ plural }) => `${plural} werden nie gelöscht.`,
  comesBack: 'Dies wurde zusammen mit dem gelöscht, wozu es gehört, und kommt damit zurück.',
  heldFromErasure: ({ label }) =>
    `${label}: Es wird festgehalten, wie es ist. Solange kann niemand gelöscht werden, den es betrifft.`,
  heldFromMerge: ({ label }) =>
    `${label}: wird so festgehalten und kann noch nicht mit einem anderen zusammengeführt werden.`,
  mergeOther: 'Ein Eintrag wird nicht mit sich selbst zusammengeführt.',
  mergeTake: 'Nötig ist eine Liste mit Namen von Feldern.',
  notUnique: ({ entity, labels }, format) => `${entity}: Diese Angabe gibt es schon (${format.and(labels)}).`,
  beyondNumber: 'Eine Zahl ist größer, als ihr Feld fassen kann.',
  beyondTime: 'Ein Datum, eine Uhrzeit oder eine Dauer liegt jenseits dessen, was es gibt.',
  beyondText: 'Ein Text ist länger, als Texte sein können.',
  laterVersion: ({ why }) =>
    `Daneben ist eine spätere Fassung dieses Produkts in Gebrauch, die dafür keinen Platz hat: ${why}.`,
  noEntry: 'Diesen Eintrag gibt es nicht.',
  entryTwice: 'Dieser Eintrag ist zweimal da.',
  noneToChange: ({ path }) => `Es gibt kein ${path} zu ändern.`,
  noneToDelete: ({ path }) => `Es gibt kein ${path} zu löschen.`,
  noneFor: ({ path, event }) => `Es gibt kein ${path} für ${event}.`,
  noWarning: ({ code }) => `„${code}“ ist keine Warnung, die sich bestätigen ließe.`,

  leftOpen: ({ label }) => `Was ${label} ist, lässt die Spezifikation offen.`,
  notShown: ({ what }) => `${what} ist nicht festgelegt.`,
  partNotShown: 'Ein Teil dieses Ausdrucks ist nicht festgelegt.',
  valueNotShown: ({ name }) => `Der Wert von ${name} ist nicht festgelegt.`,
  typeNotShown: ({ label }) => `Der Typ von ${label} ist nicht festgelegt.`,
  referenceNotShown: ({ field }) => `Worauf ${field} verweist, ist nicht festgelegt.`,
  recordNotShown: 'Ein Eintrag, den dies liest, ist nicht festgelegt.',

  yes: 'ja',
  no: 'nein',
  workingDays: ({ count }, format) => format.count(count, { one: 'Arbeitstag', other: 'Arbeitstage' }),
};
