import type { later as en } from '../en/later.ts';

export const later: typeof en = {
  nextEntry: (date) => `Prochaine date : ${date}`,
  lastEntry: (date) => `Dernière date : ${date}`,
  ofLimit: (limit) => `sur ${limit}`,
  pastedCells: (count) => (count === 1 ? 'Une valeur enregistrée' : `${count} valeurs enregistrées`),
  refusedCells: (count) =>
    count === 1 ? 'Une valeur n’a pas été enregistrée' : `${count} valeurs n’ont pas été enregistrées`,
  beyondRows: (count) =>
    count === 1 ? 'Une ligne n’a pas de place en dessous.' : `${count} lignes n’ont pas de place en dessous.`,
  documentIntro: 'Ce produit est ce que dit son document. Ce que le document laisse ouvert, le produit ne le fait pas.',
  documentOpen:
    'Rien du comportement de ce produit n’est encore fixé. Rien n’est inventé à sa place : seul le document lui-même est visible.',
  documentFollows: (file) => `Il suit ce que vous enregistrez dans \`${file}\`.`,
  noGaps: 'Aucune lacune : le document répond à tout ce qui est demandé au produit.',
  gapsTitle: 'Ce qui est laissé ouvert',
  consequence: 'Ce qui en découle',
  disclosures: (count) =>
    count === 1
      ? '1 endroit où un résultat trahit ce qui n’est pas montré'
      : `${count} endroits où un résultat trahit ce qui n’est pas montré`,
  hitCount: (count) => (count === 0 ? 'jamais demandé' : count === 1 ? 'demandé une fois' : `demandé ${count} fois`),
};
