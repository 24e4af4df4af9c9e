import type { fields as english } from '../en/fields.ts';

const UNITS = {
  character: { one: 'caractère', other: 'caractères' },
  entry: { one: 'élément', other: 'éléments' },
} as const;
const PLACES = { one: 'décimale', other: 'décimales' };

export const fields: typeof english = {
  required: ({ label }) => `${label} est obligatoire.`,
  exactly: ({ label, bound, of }, format) => `${label} doit avoir exactement ${format.count(bound, UNITS[of])}.`,
  atLeastLong: ({ label, bound, of }, format) => `${label} doit avoir au moins ${format.count(bound, UNITS[of])}.`,
  atMostLong: ({ label, bound, of }, format) => `${label} doit avoir au plus ${format.count(bound, UNITS[of])}.`,
  atLeast: ({ label, bound, unit }, format) => `${label} doit être d’au moins ${format.amount(bound, unit)}.`,
  atMost: ({ label, bound, unit }, format) => `${label} doit être d’au plus ${format.amount(bound, unit)}.`,
  pattern: ({ label, pattern }) => `${label} n’a pas la bonne forme : /${pattern}/.`,
  notAmong: ({ label }) => `${label} : ce choix n’est pas possible ici.`,
  circle: ({ label, titles }) => `${label} tournerait en rond : ${titles.join(' → ')}.`,
  notSettable: ({ label }) => `${label} ne peut pas être rempli ici.`,
  mayNotSet: ({ label }) => `Vous ne pouvez pas remplir ${label}.`,

  text: ({ label }) => `${label} doit être du texte.`,
  oneLine: ({ label }) => `${label} doit être une seule ligne, sans caractères de contrôle.`,
  noControls: ({ label }) => `${label} ne doit pas avoir de caractères de contrôle.`,
  email: ({ label }) => `${label} doit être une adresse e-mail, comme nom@example.com.`,
  url: ({ label }) => `${label} doit être une adresse web qui commence par https:// ou http://.`,
  phone: ({ label }) => `${label} doit être un numéro de téléphone, comme +33 1 23 45 67 89.`,
  json: ({ label }) => `${label} doit être du JSON.`,
  unkeptJson: ({ label }) => `${label} ne doit avoir ni le caractère U+0000 ni une moitié de caractère.`,
  oneOf: ({ label, names }) => `${label} doit être l’un de ceux-ci : ${names.join(', ')}.`,
  roles: ({ label }) => `${label} doit être une liste de rôles.`,
  notGiven: ({ label, role }) => `${label} nomme un rôle qui ne peut pas être donné : ${role}.`,
  givenRoles: ({ roles }) => `Les rôles qui peuvent être donnés sont ${roles.join(', ')}.`,
  whole: ({ label }) => `${label} doit être un nombre entier.`,
  beyondType: ({ label }) => `${label} dépasserait ce que ce champ peut contenir.`,
  beyondWhole: ({ label }) => `${label} dépasse ce qu’un nombre entier peut contenir.`,
  number: ({ label }) => `${label} doit être un nombre, écrit comme "12.50".`,
  places: ({ label, places }, format) =>
    places === 0 ? `${label} n’a pas de décimales.` : `${label} a au plus ${format.count(places, PLACES)}.`,
  digits: ({ label, digits }, format) =>
    `${label} a au plus ${format.count(digits, { one: 'chiffre', other: 'chiffres' })} avant la virgule.`,
  boolean: ({ label }) => `${label} doit être true ou false.`,
  id: ({ label }) => `${label} doit être un identifiant (id).`,
  ids: ({ label }) => `${label} doit être une liste d’identifiants (ids).`,
  missing: ({ label }) => `${label} : cela n’existe pas.`,
  twice: ({ label }) => `${label} nomme deux fois le même.`,
  date: ({ label }) => `${label} doit être une date, écrite comme 2026-11-21.`,
  noDate: ({ label, text }) => `${label} n’est pas une date du calendrier : ${text}.`,
  time: ({ label }) => `${label} doit être une heure, écrite comme 09:30.`,
  instant: ({ label }) => `${label} doit être une date et une heure avec fuseau, écrites comme 2026-11-21T09:30:00Z.`,
  years: ({ label, last }) => `${label} doit se situer entre les années 1 et ${last} (UTC).`,
  duration: ({ label }) => `${label} doit être une durée de moins de 10 000 ans, écrite comme P30D ou PT2H.`,
  object: ({ label }) => `${label} doit être un objet.`,
  list: ({ label }) => `${label} doit être une liste.`,
  name: ({ label }) => `${label} doit être un nom.`,

  noUpload: ({ label }) => `${label} ne désigne aucun fichier que vous ayez envoyé.`,
  usedFile: ({ label }) => `${label} désigne un fichier utilisé ailleurs.`,
  fileType: ({ label, types, file }) => `${label} accepte ${types.join(', ')} ; ${file} n’en est pas.`,
  noImage: ({ label, file }) => `${label} accepte des images ; ${file} n’en est pas une.`,
  looksEncrypted: ({ label }) => `${label} ne doit pas commencer comme une valeur que le produit a chiffrée.`,
};
