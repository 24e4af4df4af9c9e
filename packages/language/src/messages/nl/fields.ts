import type { fields as english } from '../en/fields.ts';

const UNITS = {
  character: { one: 'teken', other: 'tekens' },
  entry: { one: 'item', other: 'items' },
} as const;
const PLACES = { one: 'decimaal', other: 'decimalen' };

export const fields: typeof english = {
  required: ({ label }) => `${label} is verplicht.`,
  exactly: ({ label, bound, of }, format) => `${label} moet precies ${format.count(bound, UNITS[of])} hebben.`,
  atLeastLong: ({ label, bound, of }, format) => `${label} moet minstens ${format.count(bound, UNITS[of])} hebben.`,
  atMostLong: ({ label, bound, of }, format) => `${label} mag hoogstens ${format.count(bound, UNITS[of])} hebben.`,
  atLeast: ({ label, bound, unit }, format) => `${label} moet minstens ${format.amount(bound, unit)} zijn.`,
  atMost: ({ label, bound, unit }, format) => `${label} mag hoogstens ${format.amount(bound, unit)} zijn.`,
  pattern: ({ label, pattern }) => `${label} heeft niet de juiste vorm: dat is /${pattern}/.`,
  notAmong: ({ label }) => `${label}: deze keuze is hier niet mogelijk.`,
  circle: ({ label, titles }) => `${label} zou in een kring gaan: ${titles.join(' → ')}.`,
  notSettable: ({ label }) => `${label} is hier niet in te vullen.`,
  mayNotSet: ({ label }) => `U mag ${label} niet invullen.`,

  text: ({ label }) => `${label} moet tekst zijn.`,
  oneLine: ({ label }) => `${label} moet één regel zonder besturingstekens zijn.`,
  looksEncrypted: ({ label }) => `${label} mag niet beginnen zoals een waarde die het product heeft versleuteld.`,
  noControls: ({ label }) => `${label} mag geen besturingstekens hebben.`,
  email: ({ label }) => `${label} moet een e-mailadres zijn, zoals naam@example.com.`,
  url: ({ label }) => `${label} moet een webadres zijn dat met https:// of http:// begint.`,
  phone: ({ label }) => `${label} moet een telefoonnummer zijn, zoals +31 20 123 4567.`,
  json: ({ label }) => `${label} moet JSON zijn.`,
  unkeptJson: ({ label }) => `${label} mag het teken U+0000 of een half teken niet hebben.`,
  oneOf: ({ label, names }) => `${label} moet een van deze zijn: ${names.join(', ')}.`,
  roles: ({ label }) => `${label} moet een lijst van rollen zijn.`,
  notGiven: ({ label, role }) => `${label} noemt een rol die niet te geven is: ${role}.`,
  givenRoles: ({ roles }) => `Te geven zijn: ${roles.join(', ')}.`,
  whole: ({ label }) => `${label} moet een geheel getal zijn.`,
  beyondType: ({ label }) => `${label} zou groter worden dan erin past.`,
  beyondWhole: ({ label }) => `${label} is te groot voor een geheel getal.`,
  number: ({ label }) => `${label} moet een getal zijn, geschreven als "12.50".`,
  places: ({ label, places }, format) =>
    places === 0 ? `${label} heeft geen decimalen.` : `${label} heeft hoogstens ${format.count(places, PLACES)}.`,
  digits: ({ label, digits }, format) =>
    `${label} heeft hoogstens ${format.count(digits, { one: 'cijfer', other: 'cijfers' })} voor de komma.`,
  boolean: ({ label }) => `${label} moet true of false zijn.`,
  id: ({ label }) => `${label} moet een id zijn.`,
  ids: ({ label }) => `${label} moet een lijst van id’s zijn.`,
  missing: ({ label }) => `${label} bestaat niet.`,
  twice: ({ label }) => `${label} noemt er een twee keer.`,
  date: ({ label }) => `${label} moet een datum zijn, geschreven als 2026-11-21.`,
  noDate: ({ label, text }) => `${label} is geen datum van de kalender: ${text}.`,
  time: ({ label }) => `${label} moet een tijd zijn, geschreven als 09:30.`,
  instant: ({ label }) => `${label} moet een datum en tijd met tijdzone zijn, geschreven als 2026-11-21T09:30:00Z.`,
  years: ({ label, last }) => `${label} moet in de jaren 1 tot en met ${last} (UTC) liggen.`,
  duration: ({ label }) => `${label} moet een tijdsduur van minder dan 10.000 jaar zijn, geschreven als P30D of PT2H.`,
  object: ({ label }) => `${label} moet een object zijn.`,
  list: ({ label }) => `${label} moet een lijst zijn.`,
  name: ({ label }) => `${label} moet een naam zijn.`,

  noUpload: ({ label }) => `${label} noemt geen bestand dat u hebt geüpload.`,
  usedFile: ({ label }) => `${label} noemt een bestand dat elders in gebruik is.`,
  fileType: ({ label, types, file }) => `${label}: alleen ${types.join(', ')}; ${file} is dat niet.`,
  noImage: ({ label, file }) => `${label}: alleen afbeeldingen; ${file} is dat niet.`,
};
