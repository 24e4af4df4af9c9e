import type { records as english } from '../en/records.ts';

export const records: typeof english = {
  notAllowed: 'Ceci n’est pas permis.',
  fails: 'Ceci n’est pas possible avec l’élément tel qu’il est.',
  stateFails: ({ event, state }) => `${event} n’est pas possible dans l’état ${state}.`,
  neverDeleted: ({ plural }) => `${plural} : rien n’y est jamais supprimé.`,
  comesBack: 'Ceci a été supprimé avec ce dont il fait partie, et revient avec lui.',
  heldFromErasure: ({ label }) =>
    `${label} : quelque chose le retient tel quel ; la personne concernée ne peut pas encore être effacée.`,
  heldFromMerge: ({ label }) => `${label} : conservé en l’état, il ne peut pas encore être fusionné avec un autre.`,
  mergeOther: 'Un élément ne se fusionne pas avec lui-même.',
  mergeTake: 'Il faut une liste de noms de champs.',
  notUnique: ({ entity, labels }, format) => `${entity} : déjà pris (${format.and(labels)}).`,
  beyondNumber: 'Un nombre est plus grand que ce que son champ peut contenir.',
  beyondTime: 'Une date, une heure ou une durée dépasse ce qui existe.',
  beyondText: 'Un texte est plus long qu’un texte ne peut l’être.',
  laterVersion: ({ why }) =>
    `Une version ultérieure de ce produit est en service à côté de celle-ci et n’a pas de place pour cela : ${why}.`,
  noEntry: 'Cet élément n’existe pas.',
  entryTwice: 'Cet élément figure deux fois.',
  noneToChange: ({ path }) => `Il n’y a pas de ${path} à modifier.`,
  noneToDelete: ({ path }) => `Il n’y a pas de ${path} à supprimer.`,
  noneFor: ({ path, event }) => `Il n’y a pas de ${path} pour ${event}.`,
  noWarning: ({ code }) => `« ${code} » n’est pas un avertissement à confirmer.`,

  leftOpen: ({ label }) => `La spécification ne dit pas ce qu’est ${label}.`,
  notShown: ({ what }) => `${what} n’est pas précisé.`,
  partNotShown: 'Une partie de cette expression n’est pas précisée.',
  valueNotShown: ({ name }) => `La valeur de ${name} n’est pas précisée.`,
  typeNotShown: ({ label }) => `Le type de ${label} n’est pas précisé.`,
  referenceNotShown: ({ field }) => `Ce à quoi renvoie ${field} n’est pas précisé.`,
  recordNotShown: 'Un élément que ceci lit n’est pas précisé.',

  yes: 'oui',
  no: 'non',
  workingDays: ({ count }, format) => format.count(count, { one: 'jour ouvré', other: 'jours ouvrés' }),
};
