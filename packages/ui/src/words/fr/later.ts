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
  mergeTitle: (title) => `Fusionner ${title}`,
  mergeOther: 'Fusionner avec',
  mergeStays: 'Reste',
  mergeBoth: (label) => `${label} : des deux`,
  mergeDetail: (goes, stays) =>
    `Ce qui renvoie à « ${goes} » renverra à « ${stays} ». « ${goes} » disparaît définitivement.`,
  given: 'Donné par des fichiers, non prouvé',
  givenBeyond: (what: string) =>
    `Cette partie a demandé ${what}, que le document ne lui déclare pas. Elle ne l’a pas reçu.`,
  givenEnds: {
    flood: 'Cette partie a été arrêtée : elle a envoyé plus de messages qu’elle ne peut en avoir besoin.',
    left: 'Cette partie est allée à une autre adresse et a été fermée.',
    silent: 'Cette partie ne répond pas.',
  },
  shortcutSearch: 'Chercher dans la liste',
  shortcutRows: 'Ligne suivante et précédente d’une liste',
  shortcutSelect: 'Sélectionner la ligne',
  shortcutEdit: 'Modifier l’élément de la ligne',
  shortcutPanel: 'Ouvrir l’élément actif à côté de sa liste',
  shortcutPanelStep: 'À côté d’une liste : élément suivant et précédent',
  shortcutDate: 'Ouvrir le calendrier d’une date ou l’horloge d’une heure',
  shortcutStep: 'Faire varier la partie d’une date ou d’une heure sous le curseur',
  shortcutOrder: 'Déplacer la carte ou la ligne active',
  shortcutShift: 'Déplacer l’élément actif d’un calendrier',
  shortcutTab: 'Parcourir liens, boutons et champs',
  shortcutEscape: 'Fermer ce qui est ouvert',
  repeats: {
    firstDate: 'Première date',
    every: 'Se répète tous les',
    unit: 'Unité',
    units: { daily: 'jours', weekly: 'semaines', monthly: 'mois', yearly: 'ans' },
    on: 'Le',
    ends: 'Se termine',
    endsBy: { never: 'Jamais', date: 'À une date', count: 'Après un nombre de fois' },
    lastDate: 'Dernière date',
    times: 'Nombre de fois',
    nextDates: 'Prochaines dates',
  },
  subscribeTitle: (name) => `S’abonner à ${name}`,
  subscribeIntro:
    'D’autres programmes, comme le calendrier d’un téléphone, montrent ce calendrier à une adresse qui vous est propre. Qui a l’adresse y voit ce que vous voyez.',
  subscribePublic: 'D’autres programmes, comme le calendrier d’un téléphone, montrent ce calendrier à cette adresse.',
  addressMade: (name) => `L’adresse pour « ${name} » est créée`,
  addressOnce: 'Copiez-la maintenant : elle n’est montrée que cette fois.',
  addressFor: 'Pour',
  addressForHint: 'Le programme ou l’appareil qui la lit',
  makeAddress: 'Créer une adresse',
  openCalendar: 'Ouvrir dans le calendrier de cet appareil',
  tokenOfCalendar: (name) => `seulement le calendrier « ${name} »`,
};
