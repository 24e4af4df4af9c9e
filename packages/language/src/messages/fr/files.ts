import type { files as english } from '../en/files.ts';

const ROWS = { one: 'ligne', other: 'lignes' };
const CELLS = { one: 'cellule', other: 'cellules' };

export const files: typeof english = {
  fileSize: ({ most }, format) => `Un fichier peut avoir au plus ${format.size(most)}.`,
  emptyFile: 'Le fichier est vide.',
  waitingUploads: ({ count }, format) =>
    `${format.count(count, { one: 'fichier envoyé n’appartient', other: 'fichiers envoyés n’appartiennent' })} encore à aucun élément. Enregistrez d’abord les éléments auxquels ils sont destinés.`,
  multipart: 'Envoyez du multipart/form-data.',
  oneFile: 'Le contenu a une partie, `file`, et rien d’autre.',

  csvType: 'Envoyez du text/csv.',
  emptyTable: 'Le fichier est vide : sa première ligne nomme des champs.',
  spreadsheet: 'Le fichier est un tableur : enregistrez-le en CSV, en UTF-8.',
  tabs: 'Les colonnes sont séparées par des tabulations : enregistrez le fichier en CSV, avec des virgules ou des points-virgules.',
  manyRows: ({ most }, format) => `Un fichier a au plus ${format.count(most, ROWS)} ; importez les autres ensuite.`,
  unevenLine: ({ line, cells, named }, format) =>
    `La ligne ${line} a ${format.count(cells, CELLS)}, et la première en a ${format.number(named)}.`,
  openQuote: 'Le fichier n’est pas du CSV : un guillemet est ouvert et jamais fermé.',
  strayQuote: 'Le fichier n’est pas du CSV : un guillemet figure dans une cellule sans guillemets.',
  behindQuote: 'Le fichier n’est pas du CSV : quelque chose suit un guillemet fermant.',
  noCsv: 'Le fichier n’est pas du CSV.',
  notUtf8: 'Le fichier n’est pas du texte en UTF-8.',
  rowsRefused: ({ refused, all }, format) => `Lignes refusées : ${format.number(refused)} sur ${format.number(all)}.`,
  severalFields: ({ name, fields }) => `Plusieurs champs s’appellent ${name} : nommez-les ${fields.join(', ')}.`,
  sameField: ({ name, other, field }) => `« ${other} » et « ${name} » sont tous deux ${field} : laissez-en un de côté.`,
  twoNumbers: ({ label, text }) =>
    `${label} : ${text} peut être deux nombres ; écrivez-le sans signe entre les milliers.`,
  severalCalled: ({ label, name }) => `${label} : plusieurs s’appellent ${name}.`,
  noneCalled: ({ label, entity, name }) => `${label} : aucun élément « ${entity} » ne s’appelle ${name}.`,
  noColumn: ({ entity, name }) => `${entity} n’a pas de champ ${name} à charger.`,

  reportCount: 'Nombre',
  reportSum: ({ label }) => `${label}: somme`,
  reportAvg: ({ label }) => `${label}: moyenne`,
  reportMin: ({ label }) => `${label}: minimum`,
  reportMax: ({ label }) => `${label}: maximum`,
  reportEarliest: ({ label }) => `${label}: le plus tôt`,
  reportLatest: ({ label }) => `${label}: le plus tard`,
  reportDay: ({ label }) => `${label} (jour)`,
  reportWeek: ({ label }) => `${label} (semaine)`,
  reportMonth: ({ label }) => `${label} (mois)`,
  reportQuarter: ({ label }) => `${label} (trimestre)`,
  reportYear: ({ label }) => `${label} (année)`,
  reportTotal: 'Total général',
  reportNothing: 'Non indiqué',
  reportOthers: ({ groups }, format) => format.count(groups, { one: 'autre', other: 'autres' }),
};
