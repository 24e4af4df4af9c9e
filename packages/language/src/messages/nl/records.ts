import type { records as english } from '../en/records.ts';

export const records: typeof english = {
  notAllowed: 'Dit is niet toegestaan.',
  fails: 'Dit kan niet met dit record zoals het nu is.',
  stateFails: ({ event, state }) => `${event} kan niet in de toestand ${state}.`,
  neverDeleted: ({ plural }) => `${plural} worden nooit verwijderd.`,
  comesBack: 'Dit is verwijderd met het geheel waar het bij hoort, en komt daarmee terug.',
  heldFromErasure: ({ label }) =>
    `${label}: iets houdt dit vast zoals het is. Zolang kan wie het aangaat niet worden gewist.`,
  heldFromMerge: ({ label }) =>
    `${label}: dit wordt bewaard zoals het is en kan nog niet met iets anders worden samengevoegd.`,
  mergeOther: 'Iets wordt niet met zichzelf samengevoegd.',
  mergeTake: 'Er is een lijst met namen van velden nodig.',
  notUnique: ({ labels }, format) =>
    labels.length === 1
      ? `${labels.join('')} is al in gebruik.`
      : `Deze combinatie van ${format.and(labels.map((label) => label.toLowerCase()))} is al in gebruik.`,
  beyondNumber: 'Een getal is groter dan het veld aankan.',
  beyondTime: 'Een datum, tijd of tijdsduur ligt te ver weg.',
  beyondText: 'Een tekst is langer dan een tekst kan zijn.',
  laterVersion: ({ why }) =>
    `Naast deze versie van het product is een nieuwere in gebruik, die hier geen plaats voor heeft: ${why}.`,
  noEntry: 'Dit item is er niet.',
  entryTwice: 'Dit item staat er twee keer.',
  noneToChange: ({ path }) => `Er is geen ${path} om te wijzigen.`,
  noneToDelete: ({ path }) => `Er is geen ${path} om te verwijderen.`,
  noneFor: ({ path, event }) => `Er is geen ${path} voor ${event}.`,
  noWarning: ({ code }) => `“${code}” is geen waarschuwing die te bevestigen is.`,

  leftOpen: ({ label }) => `Wat ${label} is, laat de specificatie open.`,
  notShown: ({ what }) => `${what} is niet vastgelegd.`,
  partNotShown: 'Een deel van deze uitdrukking is niet vastgelegd.',
  valueNotShown: ({ name }) => `De waarde van ${name} is niet vastgelegd.`,
  typeNotShown: ({ label }) => `Het type van ${label} is niet vastgelegd.`,
  referenceNotShown: ({ field }) => `Waar ${field} naar verwijst, is niet vastgelegd.`,
  recordNotShown: 'Een record dat hiervoor nodig is, is niet vastgelegd.',

  yes: 'ja',
  no: 'nee',
  workingDays: ({ count }, format) => format.count(count, { one: 'werkdag', other: 'werkdagen' }),
};
