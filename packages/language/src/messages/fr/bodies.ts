import type { bodies as english } from '../en/bodies.ts';

const BYTES = { one: 'octet', other: 'octets' };

export const bodies: typeof english = {
  jsonObject: 'Le contenu est un objet JSON.',
  bodyObject: 'Le contenu doit être un objet.',
  anObject: 'Ceci doit être un objet.',
  aList: 'Ceci doit être une liste.',
  notThere: 'Ceci n’existe pas.',
  byName: ({ names }, format) => `Ceci doit désigner un élément par ${format.or(names.map((name) => `\`${name}\``))}.`,
  noSuch: ({ label }) => `${label} : cela n’existe pas.`,
  noFieldToSet: ({ name }) => `Il n’y a pas de champ ${name} à remplir.`,
  notAsked: ({ name }) => `${name} n’est pas demandé ici.`,
  unsettableKey: ({ key }) => `\`${key}\` ne peut pas être rempli ici.`,
  unknownKey: ({ key }) => `\`${key}\` n’est pas connu ici.`,
  missingKey: ({ key }) => `\`${key}\` manque.`,
  textKey: ({ key }) => `\`${key}\` est un texte.`,
  numberKey: ({ key }) => `\`${key}\` est un nombre.`,
  reportOf: ({ key }) =>
    `\`${key}\` est un objet avec le texte \`rows\`, \`columns\` (un texte ou null) et les textes \`measures\`.`,
  objectKey: ({ key }) => `\`${key}\` est un objet.`,
  textOrNull: ({ key }) => `\`${key}\` est un texte, ou null.`,
  textsOrNone: ({ key }) => `\`${key}\` est une liste de textes, ou est absent.`,
  textsOrNull: ({ key, most }) => `\`${key}\` est une liste d’au plus ${most} textes, ou null.`,
  listSlug: ({ key }) => `\`${key}\` est le nom court d’une liste.`,
  roleOrNull: ({ key }) => `\`${key}\` est un rôle, ou null.`,
  filtersOf: ({ key, most }) => `\`${key}\` est un objet de textes, d’au plus ${most} clés.`,
  pageSize: ({ key }) => `\`${key}\` est un nombre entier à partir de 1, \`all\`, ou null.`,
  bulkAction: '`action` est `event`, `delete` ou `restore`.',
  bulkEvent: '`event` nomme un événement.',
  bulkItems: ({ most }) => `\`items\` est une liste de 1 à ${most} éléments.`,
  bulkId: '`id` désigne un élément.',
  bulkTag: '`if_match` est l’ETag de l’élément, ou `*`.',

  bodySize: ({ most }, format) => `Le contenu d’une requête a au plus ${format.count(most, BYTES)}.`,
  bodyUtf8: 'Le contenu n’est pas de l’UTF-8.',
  notJson: ({ found, expected }, format) =>
    `Le contenu n’est pas du JSON : ${found === null ? 'il finit' : `il y a ${found}`} là où doit venir ${format.message(expected)}`,
  theEnd: 'la fin',
  aJsonValue: 'une valeur',
  aJsonKey: 'une clé entre guillemets doubles',
  commaOr: ({ end }) => `\`,\` ou \`${end}\``,
  colon: '`:`',
  longNumber: ({ number }) =>
    `Le nombre \`${number}\` a plus de chiffres que les lecteurs de JSON n’en gardent ; écrivez-le entre guillemets`,
  deepBody: ({ most }) => `Le contenu est imbriqué sur plus de ${most} niveaux`,
  manyKeys: ({ most }) => `Le contenu a plus de ${most} clés`,
  forbiddenKey: ({ key }) => `La clé \`${key}\` n’est pas permise`,
  keyTwice: ({ key }) => `La clé \`${key}\` figure deux fois dans un objet`,
  atPlace: ({ what, line, column }, format) => `${format.message(what)} (ligne ${line}, colonne ${column}).`,
  filesKey: 'Les fichiers d’un document sont une liste de `path` et `text`, le fichier principal en premier.',
};
