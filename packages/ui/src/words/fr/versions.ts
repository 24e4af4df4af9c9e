import type { versions as english } from '../en/versions.ts';

export const versions: typeof english = {
  whoWaits: 'Qui utilise quelle version',
  servedVersion: (served, current) =>
    `Vous voyez la version ${served}, que la version ${current} a suivie : ce processus est en cours de remplacement.`,
  devServesAlone: 'Il tourne pour ceux qui écrivent le document ; personne d’autre ne le sert.',
  nobodyServes: 'Aucun processus ne le sert pour l’instant.',
  servedFrom: (address, connections, since) =>
    `servie depuis ${address ?? 'cette machine'} (${connections === 1 ? '1 connexion' : `${connections} connexions`}), depuis ${since}`,
  formerGoesOn:
    'Des processus de la version précédente continuent à côté. Quand ils sont terminés, `nonet finish` retire ce dont eux seuls ont besoin.',
  formerHasEnded: 'Plus personne n’utilise la version précédente : `nonet finish` retire ce dont elle seule a besoin.',
  keptColumns: 'Gardé tel quel :',
  nothingWaits: 'Rien n’attend : aucun changement n’est en cours, et rien n’est gardé pour une version précédente.',
  changeUnderWay: (since) => `Un changement se prépare depuis ${since} ; la version en service continue.`,
  recordsMoved: (table, done, left) => `${table} : ${done} éléments ont leurs nouvelles valeurs, ${left} les attendent`,
  comparedWith: 'Comparée avec',
  firstVersion: 'Le produit a commencé avec cette version : il n’y en a pas d’antérieure à comparer.',
  whatWasDone: 'Ce qu’elle a fait de l’existant',
  unreadableVersions: (versions) =>
    `Comparaison impossible : ${versions.join(' et ')}. Le texte n’a pas été gardé, ou cette version de Nonet ne le lit pas.`,
  noDifferences: (former) => `Elle dit la même chose que la version ${former}.`,
  concerns: 'Qui elle concerne',
  concernsNobody: 'Rien de cela ne les concerne.',
  audiences: { everybody: 'Tout le monde', security: 'Sécurité', clients: 'Programmes', people: 'Personnes' },
  differenceGroups: {
    Data: 'Données',
    Rights: 'Droits',
    API: 'API',
    Behaviour: 'Comportement',
    Screens: 'Écrans',
    Wording: 'Formulation',
  },
  differenceEffects: {
    lost: { name: 'perdu', means: 'Des données enregistrées n’ont pas de place dans le nouveau document.' },
    wider: { name: 'élargi', means: 'Quelqu’un peut voir ou faire plus qu’avant.' },
    undecided: { name: 'indécis', means: 'On ne sait pas si cela permet plus ou moins.' },
    breaking: { name: 'rupture', means: 'Les programmes qui utilisent l’API ne marchent plus.' },
    stricter: { name: 'plus strict', means: 'Ce qui est enregistré pourrait être refusé.' },
    narrower: { name: 'restreint', means: 'Quelqu’un peut voir ou faire moins qu’avant.' },
    behaviour: { name: 'comportement', means: 'Le produit fait autre chose.' },
    compatible: { name: 'compatible', means: 'Rien de ce qui existait n’est concerné.' },
  },
  forInstance: 'Par exemple',
  whereItIsSo: 'Où',
  itFollowsFrom: 'Cela découle de',
  whatWordsMean: 'Ce que ces mots veulent dire',
  correctionsIntro:
    'Il manque à ces enregistrements ce que le document demande aux nouveaux. Pour un autre document, choisissez ses fichiers : ce sont alors ceux pour lesquels il n’a pas de place. `nonet correct` en prend beaucoup à la fois depuis un tableau.',
  otherDocument: 'Autre document',
  otherDocumentHint:
    'Il est seulement comparé, et n’est pas gardé. S’il a plusieurs fichiers, choisissez-les tous, le principal en premier.',
  documentHasErrors: 'Le document a des erreurs',
  nothingToCorrect: 'Chaque enregistrement a ce que le document demande aux nouveaux.',
  everythingHasPlace: 'Chaque enregistrement a une place dans ce document.',
  leftToDocument: 'Aucune autre valeur n’aide ici : le document doit dire ce que deviennent ceux-ci',
  orInDocument: (remedy) => `Ou dans le document : ${remedy}.`,
  recordToCorrect: 'Enregistrement',
  correct: 'Corriger',
  correctRecord: (title) => `Corriger ${title}`,
  notYoursToCorrect: 'Vous ne pouvez pas le modifier',
  moreToCorrect: (count, more) =>
    `${more ? 'Et ' : ''}${count} ${more ? 'autres' : 'enregistrements'} : vous ne pouvez pas voir certains, ou ils suivent quand ceux-ci sont corrigés. \`nonet correct\` les cite tous.`,
};
